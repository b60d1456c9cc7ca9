"""Random edits of random types, through many views at once, against a model of Python objects.

The model of a value with parts is a Python object that holds the models of its parts, and the model
of a view is the object of its place: views of one place are one object, a place that gets another
value gets another object, and whoever holds the old one keeps it.  What is assigned is copied.
remerkleable says what the bytes and the root must be.
"""

import copy
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
from support.strategies import built, examples, given_as, types, values

# Views that are held at the same time.
MOST_VIEWS = 10


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


class Editing(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.held: list[tuple[Any, Model]] = []

    # ---- helpers

    def hold(self, view: Any, model: Model) -> None:
        assert type(view) is model.kind
        if len(self.held) >= MOST_VIEWS:
            del self.held[0]
        self.held.append((view, model))

    def pick(self, data: Any, suits: Any = lambda model: True) -> tuple[Any, Model] | None:
        fitting = [pair for pair in self.held if suits(pair[1])]
        return data.draw(st.sampled_from(fitting)) if fitting else None

    def element(self, data: Any, kind: Any, place: Any = None) -> tuple[Any, Any]:
        """A value for a part, and its model; from a view that is held, now and then."""
        alike = [pair for pair in self.held if pair[1].kind is kind]
        if alike and data.draw(st.booleans()):
            view, model = data.draw(st.sampled_from(alike))
            # Its own value changes nothing about a place, not even who belongs to whom.
            return view, model if model is place else copy.deepcopy(model)
        plain = data.draw(values(kind))
        make = data.draw(st.sampled_from([built, given_as]))
        return make(kind, plain), model_of(kind, plain)

    # ---- values and views

    @initialize(data=st.data(), kind=types(3).filter(has_parts))
    def first(self, data: Any, kind: Any) -> None:
        note(spelled(kind))
        self.new(data, kind)

    def new(self, data: Any, kind: Any) -> None:
        plain = data.draw(values(kind))
        value = built(kind, plain)
        if data.draw(st.booleans()):
            value = kind.decode_bytes(value.encode_bytes())
        self.hold(value, model_of(kind, plain))

    @rule(data=st.data())
    def another_value(self, data: Any) -> None:
        self.new(data, self.held[0][1].kind)

    @rule(data=st.data())
    def view_of_a_part(self, data: Any) -> None:
        view, model = self.pick(data)
        if not issubclass(model.kind, BITFIELDS):
            keys = [key for key in model.places() if has_parts(model.part_kind(key))]
            if keys:
                key = data.draw(st.sampled_from(keys))
                self.hold(read_part(view, model, key), model.part(key))

    @rule(data=st.data())
    def views_of_all_parts(self, data: Any) -> None:
        pair = self.pick(data, lambda model: issubclass(model.kind, (*SEQUENCES, *CONTAINERS)))
        if pair:
            view, model = pair
            for part, key in zip(view, model.places(), strict=True):
                if has_parts(model.part_kind(key)):
                    self.hold(part, model.part(key))

    @rule(data=st.data())
    def independent_copy(self, data: Any) -> None:
        view, model = self.pick(data)
        self.hold(view.copy(), copy.deepcopy(model))

    # ---- edits

    @rule(data=st.data())
    def set_a_part(self, data: Any) -> None:
        pair = self.pick(data, lambda model: not issubclass(model.kind, UNIONS) and model.places())
        if not pair:
            return
        view, model = pair
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

    @rule(data=st.data())
    def change_a_union(self, data: Any) -> None:
        pair = self.pick(data, lambda model: issubclass(model.kind, UNIONS))
        if pair:
            view, model = pair
            options = options_of(model.kind)
            selector = data.draw(st.sampled_from(sorted(options)))
            if options[selector] is None:
                value, part = None, None
            else:
                value, part = self.element(data, options[selector])
            view.change(selector, value)
            model.content[:] = [selector, part]

    @rule(data=st.data())
    def append(self, data: Any) -> None:
        pair = self.pick(data, lambda model: grows(model.kind) and room(model))
        if pair:
            view, model = pair
            if issubclass(model.kind, BITFIELDS):
                part = value = data.draw(st.booleans())
            else:
                value, part = self.element(data, model.kind.element_cls())
            view.append(value)
            model.content.append(part)

    @rule(data=st.data())
    def pop(self, data: Any) -> None:
        pair = self.pick(data, lambda model: grows(model.kind) and model.content)
        if pair:
            view, model = pair
            last, part = view.pop(), model.content.pop()
            if isinstance(part, Model):
                self.hold(last, part)
            else:
                assert last == part

    @rule(data=st.data())
    def extend(self, data: Any) -> None:
        pair = self.pick(data, lambda model: grows(model.kind))
        if pair:
            view, model = pair
            count = data.draw(st.integers(0, min(room(model), 5)))
            if issubclass(model.kind, BITFIELDS):
                items = [(bit, bit) for bit in data.draw(st.lists(st.booleans(), max_size=count))]
            else:
                items = [self.element(data, model.kind.element_cls()) for _ in range(count)]
            view.extend([value for value, _ in items])
            model.content += [part for _, part in items]

    @rule(data=st.data())
    def set_a_slice(self, data: Any) -> None:
        pair = self.pick(data, lambda model: issubclass(model.kind, (*SEQUENCES, *BITFIELDS)))
        if not pair:
            return
        view, model = pair
        count = len(model.content)
        place = st.one_of(st.none(), st.integers(-count - 2, count + 2))
        steps = st.sampled_from([None, 1, 2, -1, -2])
        index = slice(data.draw(place), data.draw(place), data.draw(steps))
        chosen = range(*index.indices(count))
        if issubclass(model.kind, BITFIELDS):
            items = [(bit, bit) for bit in (data.draw(st.booleans()) for _ in chosen)]
        else:
            items = [self.element(data, model.kind.element_cls()) for _ in chosen]
        view[index] = [value for value, _ in items]
        for position, (_, part) in zip(chosen, items, strict=True):
            model.content[position] = part

    @rule(data=st.data())
    def set_all(self, data: Any) -> None:
        pair = self.pick(data, lambda model: issubclass(model.kind, (*SEQUENCES, *BITFIELDS)))
        if pair:
            view, model = pair
            value, now = self.element(data, model.kind, model)
            view[:] = value
            model.content = now.content

    # ---- what must hold

    @precondition(lambda self: self.held)
    @rule(data=st.data())
    def compare(self, data: Any) -> None:
        view, model = self.pick(data)
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
    def all_views_are_right(self) -> None:
        for view, model in self.held:
            theirs = rebuilt(model.kind, plain_of(model))
            assert view.encode_bytes() == theirs.encode_bytes()
            assert view.hash_tree_root() == theirs.hash_tree_root()


TestEditing = Editing.TestCase
TestEditing.settings = settings(examples(40), stateful_step_count=20)
