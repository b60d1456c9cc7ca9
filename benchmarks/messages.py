"""Types of small messages, where a call costs more than the bytes do.

Three are in the style of a protocol for authentication, authorisation and accounting, whose
messages are groups of attributes: what may be missing is a list of at most one.  An event is in the
style of a social relay: its identity is its root.
"""

from __future__ import annotations

from pyssz import ByteList, Bytes32, Container, List, boolean, uint64

Text = ByteList[128]


class VendorApplication(Container):
    vendor: uint64
    authentication: List[uint64, 1]
    accounting: List[uint64, 1]


class CapabilityExchange(Container):
    hop_by_hop: uint64
    end_to_end: uint64
    origin_host: Text
    origin_realm: Text
    addresses: List[ByteList[16], 8]
    vendor: uint64
    product: Text
    origin_state: List[uint64, 1]
    supported_vendors: List[uint64, 16]
    applications: List[VendorApplication, 16]
    firmware: List[uint64, 1]


class Watchdog(Container):
    hop_by_hop: uint64
    end_to_end: uint64
    origin_host: ByteList[128]
    origin_state: List[uint64, 1]


class Subscription(Container):
    kind: uint64
    subscriber: Text


class Traffic(Container):
    since: uint64
    seconds: uint64
    octets_in: uint64
    octets_out: uint64
    rating_group: List[uint64, 1]
    is_final: boolean


class Service(Container):
    context: Text
    subscriptions: List[Subscription, 8]
    traffic: List[Traffic, 32]
    location: List[Bytes32, 1]


class Accounting(Container):
    hop_by_hop: uint64
    end_to_end: uint64
    session: ByteList[256]
    origin_host: Text
    origin_realm: Text
    destination_realm: Text
    record_kind: uint64
    record_number: uint64
    user: List[Text, 1]
    origin_state: List[uint64, 1]
    at: List[uint64, 1]
    service: List[Service, 1]


class Tag(Container):
    parts: List[ByteList[256], 16]


class Event(Container):
    author: Bytes32
    created_at: uint64
    kind: uint64
    tags: List[Tag, 2048]
    content: ByteList[65536]
