"""The part of a registry row that says how a checkpoint is served."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, StringConstraints

__all__ = ["ServeOptions"]

_Word = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")]
_Count = Annotated[int, Field(ge=1)]


class ServeOptions(BaseModel):
    """How vLLM is started for a row of provider `vllm`.

    `python` is the interpreter of the environment that holds vLLM. `max_model_len` (tokens) is
    what one picture, its prompt and its answer may take together; `max_num_seqs` is how many are
    worked on at a time. `kv_cache_gb` is the memory of the cache on each
    device, in GiB; left out, it is what `gpu_memory_utilization` leaves. `start_timeout_s` includes
    the download of a checkpoint. What may change an answer is part of its key: `recorded`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    python: Annotated[str, StringConstraints(min_length=1)] | None = None
    dtype: Literal["auto", "bfloat16", "float16", "float32"] = "auto"
    max_model_len: Annotated[int, Field(ge=1024)] = 8192
    max_num_seqs: _Count = 16
    gpu_memory_utilization: Annotated[FiniteFloat, Field(gt=0, le=1)] = 0.9
    kv_cache_gb: Annotated[int, Field(ge=1)] | None = None
    quantization: _Word | None = None
    trust_remote_code: bool = False
    reasoning_parser: _Word | None = None
    enforce_eager: bool = False
    seed: Annotated[int, Field(ge=0)] = 0
    start_timeout_s: _Count = 1800

    def recorded(self) -> str:
        """What may change an answer, in one line."""
        told = f"{self.dtype};len={self.max_model_len};seed={self.seed}"
        further = {
            "quantization": self.quantization,
            "trust_remote_code": self.trust_remote_code,
            "reasoning_parser": self.reasoning_parser,
            "enforce_eager": self.enforce_eager,
        }
        return told + "".join(f";{name}={value}" for name, value in further.items() if value)
