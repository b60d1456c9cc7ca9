"""py-ssz's Serializable: classes with named fields, which are sedes themselves."""

from __future__ import annotations

import copy
from abc import ABCMeta
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pyssz.compat.py_ssz import _sedes
from pyssz.compat.py_ssz.exceptions import made

__all__ = ["Serializable", "SignedSerializable"]


class Meta(NamedTuple):
    """What a class has declared."""

    has_fields: bool
    fields: tuple[tuple[str, Any], ...]
    container_sedes: Any
    field_names: tuple[str, ...]


class MetaSerializable(ABCMeta):
    """Makes classes with fields, each of which is a sedes of its instances."""

    _meta: Meta

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        inherited = [
            base._meta
            for base in bases
            if isinstance(base, MetaSerializable) and base._meta.has_fields
        ]
        if "fields" in namespace:
            meta = _declared(tuple(namespace.pop("fields")))
        elif len(inherited) > 1:
            raise TypeError(
                "Fields need to be declared explicitly as class has multiple `Serializable` "
                "parents with fields themselves"
            )
        else:
            meta = inherited[0] if inherited else Meta(False, (), None, ())
        cls = super().__new__(mcls, name, bases, {**namespace, "_meta": meta})
        for field in meta.field_names if "_meta" not in namespace else ():
            if field not in namespace:
                setattr(cls, field, mcls.reader(field))
        return cls

    @staticmethod
    def reader(field: str) -> property:
        """What reads a field."""
        return property(lambda self: self._values[field])

    @property
    def type(cls) -> Any:
        """The type of pyssz; None if there are no fields."""
        container = cls._meta.container_sedes
        return None if container is None else container.type

    @property
    def is_fixed_sized(cls) -> bool:
        """Whether all values take the same number of bytes."""
        return bool(cls._meta.container_sedes.is_fixed_sized)

    def get_fixed_size(cls) -> int:
        """That number."""
        return int(cls._meta.container_sedes.get_fixed_size())

    def make(cls, value: Any) -> Any:
        """The value of pyssz for an instance, or for a sequence of the fields."""
        return value._made() if isinstance(value, cls) else cls._meta.container_sedes.make(value)

    def plain(cls, value: Any) -> Any:
        """An instance."""
        return cls(*cls._meta.container_sedes.plain(value))

    def serialize(cls, value: Any) -> bytes:
        """The encoding of an instance."""
        return bytes(made(cls, value).encode_bytes())

    def deserialize(cls, data: bytes) -> Any:
        """The instance that bytes encode."""
        return cls(*cls._meta.container_sedes.deserialize(data))

    def get_hash_tree_root(cls, value: Any, cache: bool = True) -> bytes:
        """The root of an instance; it is remembered in any case."""
        return bytes(made(cls, value).hash_tree_root())

    def get_hash_tree_root_and_leaves(cls, value: Any, cache: Any) -> tuple[bytes, Any]:
        """The root of an instance, and the cache as it was."""
        return cls.get_hash_tree_root(value), cache

    def get_key(cls, value: Any) -> str:
        """What names an instance in a cache: the class and the encoding."""
        return f"{cls.get_sedes_id()}{cls.serialize(value).hex()}"

    def get_sedes_id(cls) -> str:
        """The name of the class."""
        return cls.__name__


_sedes.BaseSedes.register(MetaSerializable)


def _declared(fields: tuple[tuple[str, Any], ...]) -> Meta:
    names = tuple(name for name, _ in fields)
    if not names:
        raise TypeError("Cannot define container without any fields")
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise TypeError(
            f"The following fields are duplicated in the `fields` declaration: {','.join(repeated)}"
        )
    invalid = sorted(str(n) for n in names if not isinstance(n, str) or not n.isidentifier())
    if invalid:
        shown = ",".join(f"`{name}`" for name in invalid)
        raise TypeError(f"The following field names are not valid python identifiers: {shown}")
    container = _sedes.Container([part for _, part in fields], names)
    return Meta(True, fields, container, names)


def _immutable(value: Any) -> Any:
    return tuple(map(_immutable, value)) if isinstance(value, list) else value


class BaseSerializable(Sequence[Any]):
    """An instance: the values of the fields, which do not change.

    Attributes:
        cache: a mapping that nothing is put into, because the value remembers its root itself.
    """

    _meta: Meta
    _value: Any = None

    def __init__(self, *args: Any, cache: Any = None, **kwargs: Any) -> None:
        names = self._meta.field_names
        if len(args) > len(names):
            raise TypeError(
                f"Argument count mismatch. expected {len(names)} - got {len(args)} - missing "
            )
        given = dict(zip(names, args, strict=False))
        if duplicate := sorted(given.keys() & kwargs.keys()):
            raise TypeError(f"Duplicate kwargs: {duplicate}")
        if unknown := sorted(kwargs.keys() - set(names)):
            raise TypeError(f"Unknown kwargs: {unknown}")
        given |= kwargs
        if missing := sorted(set(names) - given.keys()):
            raise TypeError(f"Missing kwargs: {missing}")
        self._values = {name: _immutable(given[name]) for name in names}
        self.cache = {} if cache is None else cache

    def _made(self) -> Any:
        """The value of pyssz; it remembers its bytes and its root."""
        if self._value is None:
            self._value = self._meta.container_sedes.make(self)
        return self._value

    @property
    def hash_tree_root(self) -> bytes:
        """The root."""
        return bytes(made(type(self), self).hash_tree_root())

    def reset_cache(self) -> None:
        """Clear the cache, and forget the root."""
        self.cache.clear()
        self._value = None

    @classmethod
    def get_sedes_id(cls) -> str:
        """The name of the class."""
        return cls.__name__

    def as_dict(self) -> dict[str, Any]:
        """The values of the fields by name."""
        return dict(self._values)

    def copy(self, *args: Any, **kwargs: Any) -> Any:
        """An instance with other values for some fields."""
        changed = dict(zip(self._meta.field_names, args, strict=False))
        changed |= kwargs
        kept = {name: copy.deepcopy(v) for name, v in self._values.items() if name not in changed}
        return type(self)(**kept, **changed, cache=self.cache)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values.values())

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, str):
            return getattr(self, index)
        if not isinstance(index, (int, slice)):
            raise IndexError(f"Unsupported type for __getitem__: {type(index)}")
        return tuple(self._values.values())[index]

    def __eq__(self, other: object) -> bool:
        related = isinstance(other, type(self)) or isinstance(self, type(other))
        return related and self.hash_tree_root == getattr(other, "hash_tree_root", None)

    def __hash__(self) -> int:
        return hash((type(self), self.hash_tree_root))

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: Any = None) -> Any:
        return type(self)(**copy.deepcopy(self._values, memo))

    def __getstate__(self) -> dict[str, Any]:
        return {"_values": self._values, "cache": {}}

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self._values.items())
        return f"{type(self).__name__}({fields})"


class Serializable(BaseSerializable, metaclass=MetaSerializable):
    """Base of classes that declare ``fields = (("name", sedes), ...)``."""


class MetaSignedSerializable(MetaSerializable):
    """Makes classes whose last field is a signature."""

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        cls = super().__new__(mcls, name, bases, namespace)
        meta: Meta = cls._meta
        if meta.has_fields:
            if len(meta.fields) < 2:
                raise TypeError("Signed serializables need to have at least two fields")
            if meta.field_names[-1] != "signature":
                raise TypeError(
                    "Last field of signed serializable must be signature, but is "
                    f"{meta.field_names[-1]}"
                )
            cls._signed = _sedes.Container([part for _, part in meta.fields[:-1]])
        return cls


class SignedSerializable(BaseSerializable, metaclass=MetaSignedSerializable):
    """A Serializable whose last field is ``signature``."""

    _signed: Any

    @property
    def signing_root(self) -> bytes:
        """The root of all fields but the signature."""
        return bytes(self._signed.get_hash_tree_root(tuple(self)[:-1]))
