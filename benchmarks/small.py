"""Small objects, byte for byte: the messages and events of messages.py, one or ten thousand."""

from __future__ import annotations

from collections.abc import Callable

from writing import Variable, container, noise, sequence, u64

BATCH = 10_000


def text(size: int, *label: object) -> Variable:
    """Letters, as many as asked for."""
    return Variable(bytes(ord("a") + byte % 26 for byte in noise(size, *label)))


def optional(number: int | None) -> Variable:
    return Variable(b"" if number is None else u64(number))


def watchdog(number: int) -> bytes:
    """The encoding of a messages.Watchdog, of some 50 bytes."""
    host = text(16, "host", number % 64)
    return container(u64(number), u64(number + 7), host, optional(1_700_000_000))


def capability_exchange(number: int) -> bytes:
    """The encoding of a messages.CapabilityExchange, of some 300 bytes."""
    applications = (
        container(u64(10_415), optional(16_777_251 + i), optional(None if i % 2 else 3))
        for i in range(4)
    )
    return container(
        u64(number),
        u64(number + 7),
        text(16, "host", number % 64),
        text(24, "realm", number % 8),
        sequence(Variable(noise(4 + 12 * (i % 2), "address", number, i)) for i in range(2)),
        u64(10_415),
        text(20, "product", number % 8),
        optional(1_700_000_000),
        Variable(u64(10_415) + u64(5_535) + u64(13_019)),
        sequence(applications),
        optional(None if number % 3 else 12),
    )


def accounting(number: int) -> bytes:
    """The encoding of a messages.Accounting, of some 550 bytes."""
    traffic = (
        container(
            u64(1_700_000_000 + i),
            u64(3_600),
            u64(number * 1_000 + i),
            u64(number * 500 + i),
            optional(i if i % 2 else None),
            bytes([i == 3]),
        )
        for i in range(4)
    )
    subscriptions = (container(u64(i), text(15, "subscriber", number, i)) for i in range(2))
    service = container(
        text(32, "context"),
        sequence(subscriptions),
        sequence(traffic),
        Variable(noise(32, "location", number % 512)),
    )
    return container(
        u64(number),
        u64(number + 7),
        text(48, "session", number),
        text(16, "host", number % 64),
        text(24, "realm", number % 8),
        text(24, "destination"),
        u64(2),
        u64(number),
        sequence([text(32, "user", number)]),
        optional(1_700_000_000),
        optional(1_700_000_123),
        sequence([service]),
    )


def event(number: int, tags: int, content: int) -> bytes:
    """The encoding of a messages.Event."""
    return container(
        noise(32, "author", number % 1_000),
        u64(1_700_000_000 + number),
        u64(1),
        sequence(
            container(sequence([text(1, i), text(64, "tag", number, i), text(20, "relay", i % 5)]))
            for i in range(tags)
        ),
        text(content, "content", number),
    )


def small_event(number: int) -> bytes:
    """An event of some 350 bytes: a short note with two tags."""
    return event(number, 2, 80 + number % 80)


def large_event(number: int) -> bytes:
    """An event of some 6.7 KB: 24 tags, and 4 KB of content."""
    return event(number, 24, 4096)


def batch(make: Callable[[int], bytes]) -> bytes:
    """Ten thousand different messages, each after its size in four bytes."""
    messages = map(make, range(BATCH))
    return b"".join(len(message).to_bytes(4, "little") + message for message in messages)
