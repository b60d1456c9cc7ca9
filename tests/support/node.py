"""A server that answers as beacon nodes do: SSZ or JSON, with a header and an envelope."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from pyssz import to_json


class Object(NamedTuple):
    """What an endpoint has: a value, its fork, and what its envelope says besides."""

    value: Any
    version: str | None
    flags: dict[str, Any] = {}  # noqa: RUF012
    has_ssz: bool = True


@contextmanager
def node(objects: dict[str, Object]) -> Iterator[str]:
    """Serve objects by their paths; gives the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = objects.get(self.path.partition("?")[0])
            if found is None:
                message = json.dumps({"code": 404, "message": "NOT_FOUND: beacon block not found"})
                self.answer(404, "application/json", message.encode(), None)
                return
            wants = self.headers.get("Accept", "*/*")
            if found.has_ssz and wants.startswith("application/octet-stream"):
                content = found.value.encode_bytes()
                self.answer(200, "application/octet-stream", content, found.version)
                return
            if "json" not in wants and "*/*" not in wants:
                self.answer(406, "application/json", b'{"code":406,"message":"no"}', None)
                return
            members = {"version": found.version} if found.version else {}
            envelope = {**members, **found.flags}
            text = to_json(found.value)
            start = json.dumps(envelope)[:-1]
            comma = ", " if envelope else ""
            content = f'{start}{comma}"data": {text}}}'.encode()
            self.answer(200, "application/json; charset=utf-8", content, found.version)

        def answer(self, status: int, kind: str, content: bytes, version: str | None) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            if version:
                self.send_header("Eth-Consensus-Version", version)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
