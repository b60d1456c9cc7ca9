"""The base of pydantic models, for programs that have pydantic and build models on this one."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    if name != "StrictBaseModel":
        raise AttributeError(name)
    from pydantic import BaseModel, ConfigDict  # type: ignore[import-not-found, unused-ignore]

    config = ConfigDict(validate_default=True, extra="forbid", strict=True)
    make: Any = type(BaseModel)
    made = make(name, (BaseModel,), {"model_config": config, "__module__": __name__})
    globals()[name] = made
    return made
