"""What types are made of before there is a value: sizes and references with names, and classes.

A type may have sizes that are expressions over names, and parts that are named.  Binding it to an
:class:`Environment` gives them a meaning; equal types are one object, wherever they are made.
"""

from __future__ import annotations

import copyreg
import sys
import weakref
from collections.abc import Callable
from typing import Any, TypeVar, cast

from pyssz.base.errors import SchemaError
from pyssz.base.locks import new_lock
from pyssz.base.mixins import merged
from pyssz.core.operations import TypeOperations
from pyssz.sizes.expression import Expression, check_size
from pyssz.sizes.preset import Preset, resolve

__all__ = [
    "Environment",
    "Parameter",
    "Ref",
    "ViewMeta",
    "bind_to_preset",
    "by_default",
    "has_defaults",
    "names_of",
    "resolved",
    "specialize",
    "types_lock",
]

Kind = TypeVar("Kind", bound="ViewMeta")

# ---- names that wait for a meaning ---------------------------------------------------------------


class Environment:
    """Gives names their meaning when a type is bound: to sizes a number, to references a type."""

    def size(self, expression: Expression) -> int:
        """The value of an expression over preset names."""
        raise NotImplementedError

    def type(self, name: str) -> ViewMeta:
        """The type that a :class:`Ref` of that name stands for."""
        raise SchemaError(f"nothing says which type {name} is", code="UNKNOWN_TYPE")


class _PresetEnvironment(Environment):
    def __init__(self, preset: Preset) -> None:
        self._preset = preset

    def size(self, expression: Expression) -> int:
        return self._preset.resolve(expression)


class _Defaults(Environment):
    def size(self, expression: Expression) -> int:
        return check_size(expression.evaluate({}), str(expression))


class Ref:
    """A type by its name, for a part that is defined or redefined elsewhere.

    Stands where a type can stand: ``List[Ref("Attestation"), P.MAX_ATTESTATIONS]``.  What the whole
    is bound in says which type it is.
    """

    __slots__ = ("__name__",)

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __repr__(self) -> str:
        return f"Ref({self.__name__!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ref) and other.__name__ == self.__name__

    def __hash__(self) -> int:
        return hash((Ref, self.__name__))


#: What a type is made of: sizes, types, and what will become one of them.
Parameter = Any


def names_of(parameter: Parameter) -> frozenset[str]:
    """The names in a parameter that wait for a meaning."""
    if isinstance(parameter, ViewMeta):
        names: frozenset[str] = parameter._names
        return names
    if isinstance(parameter, Ref):
        return frozenset({parameter.__name__})
    if isinstance(parameter, Expression):
        return parameter.required_names
    return frozenset()


def has_defaults(parameter: Parameter) -> bool:
    """Whether sizes in a parameter are what they are only because no preset says otherwise."""
    if isinstance(parameter, ViewMeta):
        return parameter._pattern is not None
    return isinstance(parameter, Expression)


def _sizes_in(kind: ViewMeta) -> list[Expression]:
    """All sizes of an unbound type and its parts that are not numbers yet."""
    sizes = []
    waiting: list[Any] = [kind]
    seen: set[Any] = {kind}
    while waiting:
        kind = waiting.pop()
        for parameter in kind._pattern or kind._parameters or ():
            if isinstance(parameter, Expression):
                sizes.append(parameter)
            elif isinstance(parameter, ViewMeta) and parameter not in seen:
                seen.add(parameter)
                waiting.append(parameter)
    return sizes


def resolved(parameter: Parameter, environment: Environment) -> Parameter:
    """What a parameter becomes when its names mean what the environment says."""
    if isinstance(parameter, ViewMeta):
        return parameter._bind(environment)
    if isinstance(parameter, Ref):
        return environment.type(parameter.__name__)
    if isinstance(parameter, Expression):
        return environment.size(parameter)
    return parameter


def by_default(parameter: Parameter) -> Parameter:
    """What a parameter is where nothing is said of its names, all of which have defaults."""
    return resolved(parameter, _Defaults())


def bind_to_preset(kind: Kind, preset: Preset) -> Kind:
    """What a type becomes with a preset; SchemaError with all the names that the preset lacks."""
    try:
        return cast("Kind", kind._bind(_PresetEnvironment(preset)))
    except SchemaError as error:
        if error.code == "MISSING_PRESET_VALUE":
            resolve(_sizes_in(kind), preset)  # which fails as well, with the other sizes in view
        raise


# ---- making types --------------------------------------------------------------------------------


class ViewMeta(TypeOperations):
    """Class of all SSZ types: their instances have no ``__dict__``, and they can be pickled.

    The attributes are those that modules below :mod:`pyssz.core.type` use of a type.
    """

    _parameters: tuple[Parameter, ...] | None
    _pattern: tuple[Parameter, ...] | None
    _names: frozenset[str]
    _depth: int
    _bind: Callable[[Environment], ViewMeta]
    _with: Callable[[tuple[Parameter, ...]], ViewMeta]
    _with_meaning: Callable[[tuple[Parameter, ...]], ViewMeta]
    _fixed_size: int | None
    _read_tree: Callable[[Any, int], Any]
    _step_back: Callable[[int], tuple[str | int, ViewMeta | None]]
    _decode_hint: Callable[[Any], str]
    _paths: dict[str, Any]  # the Path of each text

    def __new__(
        mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any
    ) -> ViewMeta:
        """Make the class; ``__slots__`` is filled in where the class does not give it."""
        # What type() finds out by itself, but here it would find this module.
        module = sys._getframe(1).f_globals.get("__name__")
        bases, namespace = merged(bases, {"__slots__": (), "__module__": module, **namespace})
        return super().__new__(mcls, name, bases, namespace, **kwargs)


def _reduce_type(cls: ViewMeta) -> str | tuple[Any, ...]:
    own = cls.__dict__
    if "_pickle_as" in own:
        return cast("tuple[Any, ...]", own["_pickle_as"])
    if "_unbound" in own:
        return _bound_again, (own["_unbound"], own["_parameters"])
    return cls.__qualname__


copyreg.pickle(ViewMeta, _reduce_type)

# Types that were made by writing List[uint64, 4] and the like: the same words give the same type.
_specialized: weakref.WeakValueDictionary[tuple[Any, ...], ViewMeta] = weakref.WeakValueDictionary()
#: Held while the one object of a type, or of what belongs to it, is made.
types_lock = new_lock()


# Characters that the name of a type has at most; what is longer is shown by its ends.
NAME_LIMIT = 1000


def specialize(
    generic: Kind,
    name: str,
    parameters: tuple[Parameter, ...],
    own: dict[str, Any] | None = None,
) -> Kind:
    """The type that ``generic`` becomes with these parameters; asked again, the same object.

    One that is still to get a size from a class statement has something else of its ``own``.
    """
    if len(name) > NAME_LIMIT:  # of types that nest, names could double with each level
        name = f"{name[: NAME_LIMIT // 2]}...{name[-NAME_LIMIT // 4 :]}"
    key = (generic, *parameters)
    with types_lock:
        made = _specialized.get(key)
        if made is None:
            made = ViewMeta(
                name,
                (generic,),
                {
                    "__module__": generic.__module__,
                    "_pickle_as": (_specialize_again, (generic, parameters)),
                    **(own or {"_parameters": parameters, "_generic": generic}),
                },
            )
            _specialized[key] = made
        return cast("Kind", made)


def _specialize_again(generic: ViewMeta, parameters: tuple[Parameter, ...]) -> ViewMeta:
    return generic._with(parameters)


def _bound_again(unbound: ViewMeta, parameters: tuple[Parameter, ...]) -> ViewMeta:
    return unbound._with_meaning(parameters)
