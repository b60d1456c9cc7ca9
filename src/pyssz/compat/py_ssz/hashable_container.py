"""py-ssz's hashable containers: structures with named fields, whose classes are sedes."""

from __future__ import annotations

from typing import Any

from pyssz.compat.py_ssz.hashable_structure import BaseHashableStructure, HashableStructureEvolver
from pyssz.compat.py_ssz.serializable import (
    Meta,
    MetaSerializable,
    MetaSignedSerializable,
)

__all__ = ["HashableContainer", "SignedHashableContainer"]


class MetaHashableContainer(MetaSerializable):
    """Makes classes with fields, each of which is a sedes of its instances."""

    @staticmethod
    def reader(field: str) -> property:
        """What reads a field."""
        return property(lambda self: self[field])

    def make(cls, value: Any) -> Any:
        """The value of pyssz for an instance, or for a sequence of the fields."""
        if isinstance(value, BaseHashableStructure) and value.sedes == cls._meta.container_sedes:
            return value._value
        return cls._meta.container_sedes.make(value)

    def plain(cls, value: Any) -> Any:
        """An instance."""
        return cls(value, cls._meta.container_sedes)

    def deserialize(cls, data: bytes) -> Any:
        """The instance that bytes encode."""
        return cls(cls._meta.container_sedes.decoded(data), cls._meta.container_sedes)

    def get_sedes_id(cls) -> str:
        """Those of the fields."""
        return str(cls._meta.container_sedes.get_sedes_id())


class MetaSignedHashableContainer(MetaHashableContainer, MetaSignedSerializable):
    """Makes classes whose last field is a signature."""


class HashableContainer(BaseHashableStructure, metaclass=MetaHashableContainer):
    """Base of classes that declare ``fields = (("name", sedes), ...)``.

    `create` makes instances.
    """

    _meta: Meta

    def __init__(self, value: Any, sedes: Any) -> None:
        if not self._meta.has_fields:
            raise TypeError(f"{type(self).__name__} does not define any fields")
        super().__init__(value, sedes)

    @classmethod
    def create(cls, **field_kwargs: Any) -> Any:
        """An instance with these fields."""
        if not cls._meta.has_fields:
            raise TypeError(f"{cls.__name__} does not define any fields")
        names = cls._meta.field_names
        if missing := sorted(set(names) - field_kwargs.keys()):
            raise ValueError(f"The following keyword arguments are missing: {', '.join(missing)}")
        if unknown := sorted(field_kwargs.keys() - set(names)):
            raise ValueError(
                f"The following keyword arguments are unexpected: {', '.join(unknown)}"
            )
        values = (field_kwargs[name] for name in names)
        return cls.from_iterable_and_sedes(values, cls._meta.container_sedes)

    def normalize_item_index(self, index: Any) -> Any:
        """The number of a field, for its name or its number."""
        if not isinstance(index, str):
            return index
        if index not in self._meta.field_names:
            raise KeyError(index)
        return self._meta.field_names.index(index)

    def _place(self, index: Any) -> int:
        return super()._place(self.normalize_item_index(index))

    def __reduce__(self) -> Any:
        return type(self).deserialize, (self._value.encode_bytes(),)

    def __repr__(self) -> str:
        fields = (f"{n}={v!r}" for n, v in zip(self._meta.field_names, self, strict=True))
        return f"{type(self).__name__}({', '.join(fields)})"

    def evolver(self) -> Any:
        """What collects changes, whose attributes are the fields."""
        return HashableContainerEvolver(self)


class HashableContainerEvolver(HashableStructureEvolver):
    """Collects changes of a container: by name, by number, or as attributes."""

    def _place(self, index: Any) -> int:
        return int(self._original_structure._place(index))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._original_structure._meta.field_names:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            super().__setattr__(name, value)
        elif name in self._original_structure._meta.field_names:
            self[name] = value
        else:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")


class SignedHashableContainer(HashableContainer, metaclass=MetaSignedHashableContainer):
    """A HashableContainer whose last field is ``signature``."""

    _signed: Any

    @property
    def signing_root(self) -> bytes:
        """The root of all fields but the signature."""
        return bytes(self._signed.get_hash_tree_root(tuple(self)[:-1]))
