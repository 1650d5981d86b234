"""yaml-language-server and a client for it, just large enough to ask what an editor would show."""

from __future__ import annotations

import contextlib
import json
import queue
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, BinaryIO

SERVER = "yaml-language-server@1.25.0"
PATIENCE = 60.0
"""Seconds that one answer may take before the client gives up."""


class NoServerError(Exception):
    """There is no node to run the server with, or npm could not fetch it."""


class Editor:
    """A language client on the server's standard input and output, just large enough for these tests."""

    def __init__(self, program: Path) -> None:
        node = shutil.which("node")
        assert node is not None
        self._process = subprocess.Popen(
            [node, str(program), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._diagnostics: dict[str, list[dict[str, Any]]] = {}
        self._last = 0
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": _CAPABILITIES})
        self.tell("initialized", {})
        self.tell("workspace/didChangeConfiguration", {"settings": {"yaml": _SETTINGS}})

    def close(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)

    def open(self, uri: str, text: str) -> None:
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def hover(self, uri: str, line: int, column: int) -> str:
        answer = self.ask("textDocument/hover", _at(uri, line, column))
        return answer["contents"]["value"] if answer else ""

    def completions(self, uri: str, line: int, column: int) -> list[str]:
        answer = self.ask("textDocument/completion", _at(uri, line, column))
        items = answer["items"] if isinstance(answer, dict) else answer or []
        return [item["label"] for item in items]

    def diagnostics(self, uri: str) -> list[dict[str, Any]]:
        until = time.monotonic() + PATIENCE
        while uri not in self._diagnostics:
            self._take(until)
        return self._diagnostics[uri]

    def actions(self, uri: str, diagnostic: dict[str, Any]) -> list[dict[str, Any]]:
        """What the server offers to do about one of its diagnostics."""
        asked = {"textDocument": {"uri": uri}, "range": diagnostic["range"]}
        answer = self.ask("textDocument/codeAction", {**asked, "context": {"diagnostics": [diagnostic]}})
        return answer or []

    def ask(self, method: str, params: object) -> Any:
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        until = time.monotonic() + PATIENCE
        while True:
            message = self._take(until)
            if message.get("id") == self._last and "method" not in message:
                assert "error" not in message, message["error"]
                return message["result"]

    def tell(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def _take(self, until: float) -> dict[str, Any]:
        message = self._messages.get(timeout=max(0.0, until - time.monotonic()))
        assert message is not None, "the server has gone"
        if message.get("method") == "textDocument/publishDiagnostics":
            self._diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif message.get("method") == "workspace/configuration":
            wanted = [item.get("section") for item in message["params"]["items"]]
            self._send({"id": message["id"], "result": [_SETTINGS if s == "yaml" else {} for s in wanted]})
        elif "method" in message and "id" in message:
            self._send({"id": message["id"], "result": None})
        return message

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._input.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._input.flush()

    def _listen(self, output: BinaryIO) -> None:
        while line := output.readline():
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
                while output.readline().strip():
                    pass
                self._messages.put(json.loads(output.read(size)))
        self._messages.put(None)


_CAPABILITIES = {
    "workspace": {"configuration": True},
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "completion": {"completionItem": {"snippetSupport": True}},
        "publishDiagnostics": {},
    },
}

_SETTINGS = {
    "validate": True,
    "hover": True,
    "completion": True,
    "schemaStore": {"enable": False},
    "kubernetesCRDStore": {"enable": False},
}


def _at(uri: str, line: int, column: int) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}


def fetched(folder: Path) -> Path:
    """The server's program below `folder`, fetched with npm where it is not there yet.

    Raises NoServerError without node, npm or a network.
    """
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NoServerError("node and npm are needed to try the schema in an editor")
    home = folder / SERVER
    if not home.exists():
        _fetch(npm, home)
    return home / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"


def _fetch(npm: str, home: Path) -> None:
    """Fetch the server into `home`, which is there whole or not at all, also if two tests do this at once."""
    with tempfile.TemporaryDirectory(dir=home.parent) as place:
        command = [npm, "install", "--prefix", place, "--no-audit", "--no-fund", SERVER]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
        except subprocess.TimeoutExpired:
            raise NoServerError("npm did not fetch the language server in three minutes") from None
        if done.returncode:
            raise NoServerError(f"npm could not fetch the language server: {done.stderr.strip()[-300:]}")
        with contextlib.suppress(OSError):
            Path(place, "node_modules").rename(_made(home) / "node_modules")


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
