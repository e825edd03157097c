"""Pictures known by their address: fetched politely, once, from allowed hosts only."""

from __future__ import annotations

import socket
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from culture_conflict import __version__
from culture_conflict.errors import PictureError, RegistryError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.folder.config import read_settings
from culture_conflict.sources.folder.read import examine, read_folder
from culture_conflict.sources.folder.settings import Downloads
from culture_conflict.sources.web.addresses import Allowed
from culture_conflict.sources.web.download import Downloader, wait_s
from culture_conflict_tests.sources.folder_kit import SETTINGS, folder_of, picture, row, source_of
from culture_conflict_tests.sources.loopback import Reply, Server, serving

ALLOWED = "downloads: {hosts: [127.0.0.1], contact: me@example.org}\n"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
PNG = picture(1)


def _downloader(tmp_path: Path, waits: list[float], **more: Any) -> Downloader:
    settings = Downloads(hosts=("127.0.0.1",), contact="me@example.org", **more)
    store, index = PictureStore(tmp_path / "store"), tmp_path / "urls.jsonl"
    return Downloader(settings, store, index, True, sleep=waits.append, now=lambda: NOW)


def _stored(tmp_path: Path) -> int:
    return sum(path.is_file() for path in (tmp_path / "store").rglob("*"))


def _paths(server: Server, after: int) -> list[str]:
    return sorted(one.path for one in server.asked[after:])


def _refusal(work: Callable[[], object]) -> str:
    with pytest.raises(PictureError) as caught:
        work()
    return caught.value.reason


def _by_url(folder: Path, server: Server, *paths: str) -> Path:
    rows = [row(f"dish-{n}", picture="", url=server.url(path)) for n, path in enumerate(paths)]
    return folder_of(folder, rows, settings=SETTINGS + ALLOWED)


def test_a_folder_fetches_what_it_names_and_only_once(tmp_path: Path) -> None:
    bodies = {"/a": PNG, "/b": b"<html>sorry</html>"}
    with serving(lambda path, _: Reply(200, bodies[path]) if path in bodies else Reply(404)) as web:
        folder = _by_url(tmp_path / "mine", web, "/a", "/b", "/none")
        source, store = source_of(folder), PictureStore(tmp_path / "store")
        unseen = examine(source, folder)
        assert (len(unseen.items), len(web.asked)) == (3, 0)
        items, _, rejects = read_folder(source, folder, store, loopback=True)
        assert _paths(web, 0) == ["/a", "/b", "/none"]
        agent = f"culture_conflict/{__version__} (me@example.org)"
        assert {one.headers["User-Agent"] for one in web.asked} == {agent}
        assert store.get(items["picture"][0]) == PNG
        assert items["url"].to_list() == [web.url("/a")]
        assert rejects["reason"].to_list() == ["not_an_image", "http_error"]
        assert _stored(tmp_path) == 1
        version = source.version
        again, _, _ = read_folder(source, folder, store, loopback=True)
        assert _paths(web, 3) == ["/b", "/none"]
        assert again.equals(items)
        assert source.version == version
        store.path(items["picture"][0]).unlink()
        read_folder(source, folder, store, loopback=True)
        assert _paths(web, 5) == ["/a", "/b", "/none"]


def test_without_leave_nothing_is_asked(tmp_path: Path) -> None:
    with serving(lambda *_: Reply(200, PNG)) as web:
        folder = _by_url(tmp_path / "mine", web, "/a")
        with pytest.raises(RegistryError, match="not_https"):
            read_folder(source_of(folder), folder, PictureStore(tmp_path / "store"))
        (folder / "source.yaml").write_text(SETTINGS)
        with pytest.raises(RegistryError, match="no_picture"):
            read_folder(source_of(folder), folder, PictureStore(tmp_path / "store"), loopback=True)
        assert web.asked == []


@pytest.mark.parametrize(
    ("said", "waited"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry-After": format_datetime(NOW + timedelta(seconds=90), usegmt=True)}, 90.0),
        ({"Retry-After": format_datetime(NOW - timedelta(days=9), usegmt=True)}, 0.0),
        ({"Retry-After": "soon"}, 2.0),
        ({}, 2.0),
    ],
)
@pytest.mark.parametrize("status", [429, 503])
def test_what_the_server_says_is_waited(
    tmp_path: Path, said: dict[str, str], waited: float, status: int
) -> None:
    def reply(_: str, n: int) -> Reply:
        return Reply(status, PNG, said) if n == 0 else Reply(200, PNG)

    waits: list[float] = []
    with serving(reply) as web:
        assert _downloader(tmp_path, waits).get(web.url("/a")) == PNG
    assert waits == [waited]


def test_attempts_end_and_a_tired_host_is_left_alone(tmp_path: Path) -> None:
    waits: list[float] = []
    with serving(lambda *_: Reply(429, PNG, {"Retry-After": "7"})) as web:
        downloader = _downloader(tmp_path, waits, attempts=3)
        assert _refusal(lambda: downloader.get(web.url("/a"))) == "too_many_requests"
        assert (len(web.asked), waits) == (3, [7.0, 7.0])
        assert _refusal(lambda: downloader.get(web.url("/b"))) == "too_many_requests"
        assert len(web.asked) == 3
    assert _stored(tmp_path) == 0


def test_an_hour_is_not_waited_for(tmp_path: Path) -> None:
    waits: list[float] = []
    with serving(lambda *_: Reply(429, b"", {"Retry-After": "3600"})) as web:
        downloader = _downloader(tmp_path, waits)
        assert _refusal(lambda: downloader.get(web.url("/a"))) == "too_many_requests"
        assert (len(web.asked), waits) == (1, [])


def test_sizes_are_limited_whatever_is_promised(tmp_path: Path) -> None:
    large = PNG + bytes(1_100_000)
    unsized = {"Transfer-Encoding": "identity"}
    replies = {
        "/promised": Reply(200, b"", length=2_000_000),
        "/sent": Reply(200, large),
        "/unsized": Reply(200, large, unsized, length=-1),
        "/short": Reply(200, PNG, length=len(PNG) + 9),
    }
    with serving(lambda path, _: replies[path]) as web:
        get = _downloader(tmp_path, [], max_megabytes=1, attempts=1).get
        reasons = {path: _refusal(lambda path=path: get(web.url(path))) for path in replies}
    assert reasons == {
        "/promised": "too_large",
        "/sent": "too_large",
        "/unsized": "too_large",
        "/short": "incomplete",
    }
    assert _stored(tmp_path) == 0


def test_redirects_lead_to_allowed_hosts_only(tmp_path: Path) -> None:
    places = {
        "/near": "/picture",
        "/far": "https://example.org/x.png",
        "/inside": "http://10.0.0.1/x.png",
        "/round": "/round",
        "/file": "file:///etc/hostname",
    }

    def reply(path: str, _: int) -> Reply:
        return Reply(302, b"", {"Location": places[path]}) if path in places else Reply(200, PNG)

    with serving(reply) as web:
        get = _downloader(tmp_path, []).get
        assert get(web.url("/near")) == PNG
        reasons = [_refusal(lambda p=p: get(web.url(p))) for p in list(places)[1:]]
        assert reasons == ["not_allowed_host", "not_allowed_host", "bad_redirect", "bad_url"]
        assert len(web.asked) < 15


@pytest.mark.parametrize(
    ("url", "address", "reason"),
    [
        ("http://pictures.org/a", "93.184.216.34", "not_https"),
        ("https://pictures.org:8443/a", "93.184.216.34", "not_https"),
        ("https://pictures.org.evil.net/a", "93.184.216.34", "not_allowed_host"),
        ("https://pictures.org@evil.net/a", "93.184.216.34", "bad_url"),
        ("https://me:pw@pictures.org/a", "93.184.216.34", "bad_url"),
        ("ftp://pictures.org/a", "93.184.216.34", "bad_url"),
        ("https://[pictures.org/a", "93.184.216.34", "bad_url"),
        ("https://pictures.org/a", "127.0.0.1", "private_address"),
        ("https://pictures.org/a", "10.1.2.3", "private_address"),
        ("https://pictures.org/a", "169.254.169.254", "private_address"),
        ("https://pictures.org/a", "100.64.0.1", "private_address"),
        ("https://pictures.org/a", "::1", "private_address"),
        ("https://pictures.org/a", "fd00::1", "private_address"),
        ("https://pictures.org/a", "::ffff:192.168.0.1", "private_address"),
        ("https://pictures.org/a", "64:ff9b::a00:1", "private_address"),
        ("https://pictures.org/a", "2002:a00:1::", "private_address"),
    ],
)
def test_addresses_that_are_never_asked(
    monkeypatch: pytest.MonkeyPatch, url: str, address: str, reason: str
) -> None:
    found = [(0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    assert _refusal(lambda: Allowed(frozenset({"pictures.org"})).target(url)) == reason


def test_the_address_that_was_checked_is_the_one_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["93.184.216.34", "10.0.0.1"])
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (next(answers), 443))]
    )
    target = Allowed(frozenset({"pictures.org"})).target("https://Pictures.org/ä b?q=ü#x")
    assert (target.address, target.host) == ("93.184.216.34", "pictures.org")
    assert target.path == "/%C3%A4%20b?q=%C3%BC"


@pytest.mark.parametrize(
    ("downloads", "message"),
    [
        ("{hosts: [], contact: a@b.c}", "downloads.hosts"),
        ("{hosts: ['*'], contact: a@b.c}", "whole host names"),
        ("{hosts: ['https://x.org'], contact: a@b.c}", "whole host names"),
        ("{hosts: [x.org]}", "contact"),
        ("{hosts: [x.org], contact: me}", "e-mail address"),
        ('{hosts: [x.org], contact: "a@b.c\\nX: y"}', "e-mail address"),
        ("{hosts: [x.org], contact: a@b.c, attempts: 99}", "attempts"),
        ("{host: [x.org], contact: a@b.c}", "did you mean"),
    ],
)
def test_leave_must_name_hosts_and_a_contact(tmp_path: Path, downloads: str, message: str) -> None:
    folder = folder_of(tmp_path / "mine", [row("a")])
    (folder / "source.yaml").write_text(SETTINGS + f"downloads: {downloads}\n")
    with pytest.raises(RegistryError, match=message):
        read_settings(folder)


def test_a_number_too_long_is_a_long_wait() -> None:
    assert wait_s("9" * 400, 1, NOW) > 600
