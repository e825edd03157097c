"""What vLLM is started with: its flags, its environment, and the mark that tells servers apart."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from culture_conflict.errors import ProviderError, RegistryError
from culture_conflict.models.settings import ModelSetting

__all__ = [
    "SERVE_PYTHON",
    "command",
    "environment",
    "fingerprint",
    "flags",
    "is_local",
    "serve_python",
]

SERVE_PYTHON = "CULTURE_CONFLICT_SERVE_PYTHON"
_MADE = Path(__file__).resolve().parents[3] / ".venv-vllm" / "bin" / "python"
_MODULE = "vllm.entrypoints.openai.api_server"
_COMMIT = re.compile(r"[0-9a-f]{40}")
_HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+")
_MARK = 16
_SECRET = re.compile(r"(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)(?:_|$)", re.IGNORECASE)
_HUB_TOKENS = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")
_NOT_PASSED = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "DAGSTER_HOME")
_BINDING = "VLLM_CPU_OMP_THREADS_BIND"
_ALWAYS = {
    "VLLM_NO_USAGE_STATS": "1",
    "DO_NOT_TRACK": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    # The engine's processes speak to each other by TCP, on loopback only.
    "VLLM_HOST_IP": "127.0.0.1",
}


def is_local(setting: ModelSetting) -> bool:
    """Whether `model` is a folder of this machine, and no id of the hub."""
    return (setting.model or "").startswith("/")


def flags(setting: ModelSetting) -> list[str]:
    """VLLM's flags that decide what is served; the port and the names come in `command`.

    The checkpoint's own `generation_config.json` is left aside: a sampling setting in it would take
    effect unseen. Tensor parallelism is the number of GPUs of the row.

    Raises:
        RegistryError: a hub checkpoint's revision is no commit, or `model` is no path and no id.
    """
    serve, model = setting.serve, str(setting.model)
    cache = (serve.kv_cache_gb or 0) * 2**30
    pairs = {
        "--model": model,
        "--dtype": serve.dtype,
        "--max-model-len": serve.max_model_len,
        "--max-num-seqs": serve.max_num_seqs,
        "--seed": serve.seed,
        "--tensor-parallel-size": max(1, setting.gpus),
        "--limit-mm-per-prompt": json.dumps({"image": 1, "video": 0}),
        "--generation-config": "vllm",
        **_revision(setting),
        **({"--gpu-memory-utilization": serve.gpu_memory_utilization} if setting.gpus else {}),
        **({"--kv-cache-memory-bytes": cache} if setting.gpus and cache else {}),
        **({"--quantization": serve.quantization} if serve.quantization else {}),
        **({"--reasoning-parser": serve.reasoning_parser} if serve.reasoning_parser else {}),
    }
    switches = {
        "--trust-remote-code": serve.trust_remote_code,
        "--enforce-eager": serve.enforce_eager,
    }
    given = [str(part) for pair in pairs.items() for part in pair]
    return [*given, *(name for name, on in switches.items() if on)]


def command(setting: ModelSetting, python: str, port: int) -> list[str]:
    """The whole command; the fingerprint is a second name under which the model is served."""
    names = ["--served-model-name", str(setting.model), fingerprint(setting)]
    listen = ["--host", "127.0.0.1", "--port", str(port), "--uvicorn-log-level", "warning"]
    return [python, "-m", _MODULE, *flags(setting), *names, *listen]


def fingerprint(setting: ModelSetting) -> str:
    """The same for the same checkpoint, revision and flags; another for any other.

    A local checkpoint is known by its configuration and the names, sizes and times of its weights.

    Raises:
        RegistryError: as `flags`.
        ProviderError: a local checkpoint is not there.
    """
    told = [setting.revision, *flags(setting), *(_folder(setting) if is_local(setting) else ())]
    return f"culture-conflict-{hashlib.sha256(json.dumps(told).encode()).hexdigest()[:_MARK]}"


def environment(setting: ModelSetting, around: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The server's environment: this one's without keys (but the hub's) and Python's own paths.

    Without GPUs the cache's size is told here, and threads are bound to no core of their own, since
    other programs use them too.
    """
    kept = {
        name: value
        for name, value in around.items()
        if name not in _NOT_PASSED and (name in _HUB_TOKENS or not _SECRET.search(name))
    }
    offline = {"HF_HUB_OFFLINE": "1"} if is_local(setting) else {}
    if setting.gpus == 0:
        kept = {_BINDING: "nobind"} | kept | _cache_on_cpu(setting)
    return kept | _ALWAYS | offline


def _cache_on_cpu(setting: ModelSetting) -> dict[str, str]:
    cache = setting.serve.kv_cache_gb
    return {} if cache is None else {"VLLM_CPU_KVCACHE_SPACE": str(cache)}


def serve_python(setting: ModelSetting, around: Mapping[str, str] = os.environ) -> str:
    """The interpreter that holds vLLM: the row's, the variable's, or the checkout's own.

    Raises:
        ProviderError: none is named, or it is not there.
    """
    named = setting.serve.python or around.get(SERVE_PYTHON) or str(_MADE)
    if not os.access(named, os.X_OK) or Path(named).is_dir():
        raise ProviderError(
            f"Model `{setting.key}`: {named} is no Python that can be run; vLLM lives in an "
            f"environment of its own. Make one with `make serve`, or name its interpreter in the "
            f"row (`serve: {{python: /path/bin/python}}`) or in {SERVE_PYTHON}."
        )
    return named


def _revision(setting: ModelSetting) -> dict[str, str]:
    if is_local(setting):
        return {}
    if not _HUB_ID.fullmatch(str(setting.model)):
        raise RegistryError(
            f"Model `{setting.key}`: `model` is {setting.model!r}; expected `owner/name` of the "
            f"hub, or the whole path of a folder, beginning with a slash."
        )
    if not _COMMIT.fullmatch(setting.revision):
        raise RegistryError(
            f"Model `{setting.key}`: revision `{setting.revision}` may move, and nobody could tell "
            f"what answered. Write the 40 digits of a commit of {setting.model}: `revision: "
            f'"..."` (`git ls-remote` of its page tells it).'
        )
    names = ["--revision", "--tokenizer-revision"]
    names += ["--code-revision"] if setting.serve.trust_remote_code else []
    return dict.fromkeys(names, setting.revision)


def _folder(setting: ModelSetting) -> list[str]:
    folder = Path(str(setting.model))
    try:
        configuration = (folder / "config.json").read_bytes()
        files = sorted(folder.glob("*.safetensors"))
        seen = [(file.name, file.stat()) for file in files]
    except OSError as error:
        raise ProviderError(
            f"Model `{setting.key}`: {folder} holds no checkpoint that can be read "
            f"({error.strerror or error}): expected config.json and *.safetensors. Mend `model`."
        ) from error
    weights = [f"{name}:{stat.st_size}:{stat.st_mtime_ns}" for name, stat in seen]
    return [hashlib.sha256(configuration).hexdigest(), *weights]
