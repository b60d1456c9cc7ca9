"""Random edits of random types, through many views at once, against a model of Python objects.

The model of a value with parts is a Python object that holds the models of its parts, and the model
of a view is the object of its place: views of one place are one object, a place that gets another
value gets another object, and whoever holds the old one keeps it.  What is assigned is copied.
remerkleable says what the bytes and the root must be.

Held views are asked after every step, which may bring them up to date.  Quiet views are taken
before the first write and later, and nobody looks at them until they wake, though they may be
written through.
"""

import copy
from collections.abc import Callable
from typing import Any

from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from pyssz import Bitvector, ProgressiveBitlist, ProgressiveList, Union, Vector
from support.kinds import (
    BASIC,
    BITFIELDS,
    BYTE_STRINGS,
    CONTAINERS,
    SEQUENCES,
    UNIONS,
    capacity,
    options_of,
    spelled,
)
from support.oracle import rebuilt
from support.strategies import built, examples, flat_types, given_as, types, values

# Views that are held at the same time, and as many that are quiet.
MOST_VIEWS = 10

View = tuple[Any, "Model"]


class Model:
    """A value with parts: its type, and what it holds.

    A list of elements or bits, a dict of fields, or the selector and the value of a union.  Parts
    without parts of their own are plain data.
    """

    def __init__(self, kind: Any, content: Any) -> None:
        self.kind = kind
        self.content = content

    def places(self) -> list[Any]:
        """Where there are parts."""
        if issubclass(self.kind, UNIONS):
            return [] if self.part_kind(None) is None else [None]
        return list(self.content) if isinstance(self.content, dict) else [*range(len(self.content))]

    def part_kind(self, key: Any) -> Any:
        if issubclass(self.kind, UNIONS):
            return options_of(self.kind)[self.content[0]]
        if issubclass(self.kind, CONTAINERS):
            return self.kind.fields()[key]
        return self.kind.element_cls()

    def part(self, key: Any) -> Any:
        return self.content[1] if key is None else self.content[key]


def has_parts(kind: Any) -> bool:
    return kind is not None and not issubclass(kind, (*BASIC, *BYTE_STRINGS))


def model_of(kind: Any, plain: Any) -> Any:
    if not has_parts(kind):
        return plain
    if issubclass(kind, BITFIELDS):
        return Model(kind, list(plain))
    if issubclass(kind, SEQUENCES):
        return Model(kind, [model_of(kind.element_cls(), item) for item in plain])
    if issubclass(kind, CONTAINERS):
        fields = kind.fields()
        return Model(kind, {name: model_of(fields[name], plain[name]) for name in fields})
    selector, content = plain
    return Model(kind, [selector, model_of(options_of(kind)[selector], content)])


def plain_of(model: Any) -> Any:
    if not isinstance(model, Model):
        return model
    if isinstance(model.content, dict):
        return {name: plain_of(part) for name, part in model.content.items()}
    parts = [plain_of(part) for part in model.content]
    return tuple(parts) if issubclass(model.kind, UNIONS) else parts


def read_part(view: Any, model: Model, key: Any) -> Any:
    if issubclass(model.kind, UNIONS):
        return view.value() if issubclass(model.kind, Union) else view.data()
    return view._value_of(key) if issubclass(model.kind, CONTAINERS) else view[key]


def grows(kind: Any) -> bool:
    return issubclass(kind, (*SEQUENCES, *BITFIELDS)) and not issubclass(kind, (Vector, Bitvector))


def room(model: Model) -> int:
    if issubclass(model.kind, (ProgressiveList, ProgressiveBitlist)):
        return 1000
    return capacity(model.kind) - len(model.content)


def has_nested_parts(model: Model) -> bool:
    return not issubclass(model.kind, BITFIELDS) and any(
        has_parts(model.part_kind(key)) for key in model.places()
    )


def has_elements(model: Model) -> bool:
    return issubclass(model.kind, (*SEQUENCES, *BITFIELDS))


def on(suits: Callable[[Model], Any]) -> Callable[[Callable[..., None]], Any]:
    """A rule that is given one of the views it suits, and is left out where it suits none."""

    def bind(act: Callable[..., None]) -> Any:
        def chosen(machine: Any, data: Any) -> None:
            fitting = [pair for pair in machine.views() if suits(pair[1])]
            # By number: a view that is drawn itself would be shown, and so be asked.
            act(machine, data, *fitting[data.draw(st.integers(0, len(fitting) - 1))])

        chosen.__name__ = act.__name__
        applies = precondition(lambda machine: any(suits(model) for _, model in machine.views()))
        return applies(rule(data=st.data())(chosen))

    return bind


class Editing(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.held: list[View] = []
        self.quiet: list[View] = []

    # ---- helpers

    def views(self) -> list[View]:
        return self.held + self.quiet

    def keep(self, view: Any, model: Model, views: list[View]) -> None:
        assert type(view) is model.kind
        if len(views) >= MOST_VIEWS:
            self.check(*views.pop(0))
        views.append((view, model))

    def hold(self, view: Any, model: Model) -> None:
        self.keep(view, model, self.held)

    def check(self, view: Any, model: Model) -> None:
        theirs = rebuilt(model.kind, plain_of(model))
        assert view.encode_bytes() == theirs.encode_bytes()
        assert view.hash_tree_root() == theirs.hash_tree_root()

    def element(self, data: Any, kind: Any, place: Any = None) -> tuple[Any, Any]:
        """A value for a part, and its model; from a view that is there, now and then."""
        alike = [pair for pair in self.views() if pair[1].kind is kind]
        if alike and data.draw(st.booleans()):
            view, model = alike[data.draw(st.integers(0, len(alike) - 1))]
            # Its own value changes nothing about a place, not even who belongs to whom.
            return view, model if model is place else copy.deepcopy(model)
        plain = data.draw(values(kind))
        make = data.draw(st.sampled_from([built, given_as]))
        return make(kind, plain), model_of(kind, plain)

    def items(self, data: Any, kind: Any, count: int) -> tuple[list[Any], list[Any]]:
        """Values for elements or bits, and their models."""
        if issubclass(kind, BITFIELDS):
            bits = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
            return bits, list(bits)
        pairs = [self.element(data, kind.element_cls()) for _ in range(count)]
        return [value for value, _ in pairs], [part for _, part in pairs]

    # ---- values and views

    @initialize(data=st.data(), kind=st.one_of(flat_types(), types(3).filter(has_parts)))
    def first(self, data: Any, kind: Any) -> None:
        note(spelled(kind))
        self.kind = kind
        self.new(data)

    def new(self, data: Any) -> None:
        plain = data.draw(values(self.kind))
        value, model = built(self.kind, plain), model_of(self.kind, plain)
        if data.draw(st.booleans()):
            value = self.kind.decode_bytes(value.encode_bytes())
        for _ in range(data.draw(st.integers(0, 2))):
            self.keep_quiet_views(data, value, model)
        self.keep(value, model, data.draw(st.sampled_from([self.held, self.quiet])))

    def keep_quiet_views(self, data: Any, view: Any, model: Model) -> None:
        """One of a part, one of a part of it, and so on as far down as there are parts."""
        while has_nested_parts(model):
            keys = [key for key in model.places() if has_parts(model.part_kind(key))]
            key = data.draw(st.sampled_from(keys))
            view, model = read_part(view, model, key), model.part(key)
            self.keep(view, model, self.quiet)

    @rule(data=st.data())
    def another_value(self, data: Any) -> None:
        self.new(data)

    @on(has_nested_parts)
    def quiet_views(self, data: Any, view: Any, model: Model) -> None:
        self.keep_quiet_views(data, view, model)

    @precondition(lambda self: self.quiet)
    @rule(data=st.data())
    def wake(self, data: Any) -> None:
        """The invariant asks it at once."""
        self.hold(*self.quiet.pop(data.draw(st.integers(0, len(self.quiet) - 1))))

    @on(has_nested_parts)
    def view_of_a_part(self, data: Any, view: Any, model: Model) -> None:
        keys = [key for key in model.places() if has_parts(model.part_kind(key))]
        key = data.draw(st.sampled_from(keys))
        self.hold(read_part(view, model, key), model.part(key))

    @on(lambda model: has_nested_parts(model) and not issubclass(model.kind, UNIONS))
    def views_of_all_parts(self, data: Any, view: Any, model: Model) -> None:
        for part, key in zip(view, model.places(), strict=True):
            if has_parts(model.part_kind(key)):
                self.hold(part, model.part(key))

    @on(lambda model: True)
    def independent_copy(self, data: Any, view: Any, model: Model) -> None:
        self.hold(view.copy(), copy.deepcopy(model))

    # ---- edits

    @on(lambda model: not issubclass(model.kind, UNIONS) and model.places())
    def set_a_part(self, data: Any, view: Any, model: Model) -> None:
        key = data.draw(st.sampled_from(model.places()))
        if issubclass(model.kind, BITFIELDS):
            view[key] = model.content[key] = data.draw(st.booleans())
            return
        kind = model.part_kind(key)
        value, part = self.element(data, kind, model.part(key))
        if has_parts(kind) and data.draw(st.booleans()):
            value, part = read_part(view, model, key), model.part(key)
        if issubclass(model.kind, CONTAINERS):
            setattr(view, key, value)
        else:
            view[key] = value
        model.content[key] = part

    @on(lambda model: issubclass(model.kind, UNIONS))
    def change_a_union(self, data: Any, view: Any, model: Model) -> None:
        options = options_of(model.kind)
        selector = data.draw(st.sampled_from(sorted(options)))
        if options[selector] is None:
            value, part = None, None
        else:
            value, part = self.element(data, options[selector])
        view.change(selector, value)
        model.content[:] = [selector, part]

    @on(lambda model: grows(model.kind) and room(model))
    def append(self, data: Any, view: Any, model: Model) -> None:
        [value], [part] = self.items(data, model.kind, 1)
        view.append(value)
        model.content.append(part)

    @on(lambda model: grows(model.kind) and model.content)
    def pop(self, data: Any, view: Any, model: Model) -> None:
        last, part = view.pop(), model.content.pop()
        if isinstance(part, Model):
            self.hold(last, part)
        else:
            assert last == part

    @on(lambda model: grows(model.kind) and room(model))
    def extend(self, data: Any, view: Any, model: Model) -> None:
        count = data.draw(st.integers(0, min(room(model), 5)))
        items, parts = self.items(data, model.kind, count)
        view.extend(items)
        model.content += parts

    @on(lambda model: has_elements(model) and model.content)
    def set_a_slice(self, data: Any, view: Any, model: Model) -> None:
        count = len(model.content)
        place = st.one_of(st.none(), st.integers(-count - 2, count + 2))
        steps = st.sampled_from([None, 1, 2, -1, -2])
        index = slice(data.draw(place), data.draw(place), data.draw(steps))
        chosen = range(*index.indices(count))
        items, parts = self.items(data, model.kind, len(chosen))
        view[index] = items
        for position, part in zip(chosen, parts, strict=True):
            model.content[position] = part

    @on(has_elements)
    def set_all(self, data: Any, view: Any, model: Model) -> None:
        value, now = self.element(data, model.kind, model)
        view[:] = value
        model.content = now.content

    # ---- what must hold

    @precondition(lambda self: self.held)
    @rule(data=st.data())
    def compare(self, data: Any) -> None:
        view, model = self.held[data.draw(st.integers(0, len(self.held) - 1))]
        plain = plain_of(model)
        again = built(model.kind, plain)
        assert view == again
        assert again == view
        assert repr(view) == repr(again)
        assert view.to_obj() == again.to_obj()
        assert view.value_byte_length() == again.value_byte_length()
        if issubclass(model.kind, (*SEQUENCES, *BITFIELDS)):
            assert len(view) == len(model.content)
            assert list(view) == list(again)
            assert list(reversed(view)) == list(reversed(again))

    @invariant()
    def held_views_are_right(self) -> None:
        for view, model in self.held:
            self.check(view, model)

    def teardown(self) -> None:
        for view, model in self.quiet:
            self.check(view, model)


TestEditing = Editing.TestCase
TestEditing.settings = settings(examples(60), stateful_step_count=20)
