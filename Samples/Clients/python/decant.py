"""A client of `decant serve`: converts between JSON, property lists, YAML and more, and edits them.

    import decant

    json = decant.convert("a: 1", "yaml", "json")
    text = decant.edit("logs: # where to\n  level: info\n", [("rename", "/logs", "log"), ("set", "/log/level", "debug")])

A program that converts more than once keeps the service:

    from decant import Decant

    with Decant() as decant:
        json = decant.convert(data, "yaml", "json", sort_keys=True)

        for result in decant.convert_all(documents, "yaml", "json"):
            ...

The service is one process that answers many requests. It is started with the object and ends with it. If it
dies, it is started again, and the requests that it has not answered are repeated. The protocol is in
decant-serve(1). This file needs Python 3.9 and the executable `decant`, and nothing else: copy it.
`Samples/package.sh wheel` builds a wheel that contains both.
"""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union, overload
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "Checked", "Compared", "Converted", "Decant", "DecantError", "Defect", "Edited", "FramingError", "InputError",
    "Merged", "MissingValue", "Result", "ServiceDied", "SizeError", "TimedOut", "UsageError", "convert", "diff", "edit",
    "find_executable", "get", "merge", "step",
]

Document = Union[bytes, bytearray, memoryview, str]
"""The bytes of a document, or its text, which is sent as UTF-8."""

Option = Union[str, int, bool, None]
"""The value of an option; None leaves the option out."""

Steps = Union[str, Iterable[Sequence[Any]]]
"""Steps of an edit: their text, or the words of each, for example `("rename", "/logs", "log")`; see `step`."""

# The limit for requests in progress in `convert_all`: keeps the service busy with little memory.
_BYTES_AHEAD = 8 << 20
_CHUNK = 1 << 18
# About the capacity of a pipe.
_BATCH = 1 << 15
_LONGEST_HEADER = 65536
_PRINTABLE = "".join(map(chr, range(0x21, 0x7F))).replace("%", "")


class DecantError(Exception):
    """An error that the service reported, or its death.

    `kind` is the kind as the protocol names it. `line` and `column` count from 1, `offset` counts bytes from 0,
    `path` leads to the value, `part` is the document or the steps if it is not the only or the edited document, `step`
    is the step that failed, and `hint` says what to do; each is None if the service did not report it.
    `fields` has all fields of the reply, and `diagnostics` the messages that preceded the error.
    """

    kind = "service"
    line: int | None
    column: int | None
    offset: int | None

    def __init__(self, message: str, fields: dict[str, str] | None = None, diagnostics: bytes = b"") -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields or {}
        self.kind = self.fields.get("kind", self.kind)
        self.id: str | None = self.fields.get("id")
        self.path: str | None = self.fields.get("path")
        self.part: str | None = self.fields.get("part")
        self.step: str | None = self.fields.get("step")
        self.hint: str | None = self.fields.get("hint")
        self.line, self.column, self.offset = (
            int(self.fields[name]) if name in self.fields else None for name in ("line", "column", "offset")
        )
        self._diagnostics = diagnostics

    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        """The notes, warnings and errors that preceded this one, each a dictionary."""
        return _parse_lines(self._diagnostics)

    def __str__(self) -> str:
        """Returns the message with its place and its hint."""
        place = ""
        if self.line is not None:
            place = f"line {self.line}" + (f", column {self.column}: " if self.column is not None else ": ")
        elif self.offset is not None:
            place = f"offset {self.offset}: "
        where = f" (at {self.path})" if self.path and self.path not in self.message else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{place}{self.message}{where}{hint}"


class InputError(DecantError, ValueError):
    """The document is invalid, or contains a value that the target does not support."""


class UsageError(DecantError, ValueError):
    """The request is invalid: an unknown format or option, or a bad value."""


class SizeError(DecantError):
    """The document or the result is longer than the service allows."""


class TimedOut(DecantError):
    """The conversion took longer than the service allows."""


class MissingValue(DecantError, LookupError):
    """There is no value at a path."""


class FramingError(DecantError):
    """The service lost track of the requests, which is a fault of this client."""


class Defect(DecantError):
    """A defect of decant."""


class ServiceDied(DecantError):
    """The service died twice over the same request, or cannot be used any more."""


_ERRORS: dict[str | None, type[DecantError]] = {
    "input": InputError, "usage": UsageError, "size": SizeError, "timeout": TimedOut, "missing": MissingValue,
    "framing": FramingError, "defect": Defect,
}


class Result(bytes):
    """The payload of a reply: bytes, with what else the service reported; `fields` has all fields of the reply."""

    fields: dict[str, str]
    _diagnostics: bytes

    def __new__(cls, payload: bytes, fields: dict[str, str], diagnostics: bytes) -> Self:
        """Creates the result from the parts of a reply."""
        self = super().__new__(cls, payload)
        self.fields = fields
        self._diagnostics = diagnostics
        return self

    @property
    def id(self) -> str | None:
        """The identifier of the request, if it had one."""
        return self.fields.get("id")

    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        """The notes, warnings and errors that did not end the work, each a dictionary."""
        return _parse_lines(self._diagnostics)


class Converted(Result):
    """The result of a conversion: `source` and `target` are the formats that were read and written."""

    @property
    def source(self) -> str:
        """The format that was read."""
        return self.fields["from"]

    @property
    def target(self) -> str:
        """The format that was written."""
        return self.fields["to"]

    @property
    def bad_records(self) -> int:
        """The number of records that were left out."""
        return int(self.fields.get("bad-records", 0))


class Edited(Result):
    """The document after an edit, or the difference from the one before."""

    @property
    def is_changed(self) -> bool:
        """Whether the edit changes the document."""
        return self.fields["changed"] == "true"


class Compared(Result):
    """The differences of two documents."""

    @property
    def differs(self) -> bool:
        """Whether there is a difference."""
        return self.fields["differs"] == "true"


class Merged(Result):
    """The merge of two edits of a document."""

    @property
    def has_conflicts(self) -> bool:
        """Whether there are marks of conflicts, or a person should look at the result for another reason."""
        return self.fields["conflicts"] == "true"


class Checked(NamedTuple):
    """The result of a check: the format of the document, and warnings."""

    source: str
    diagnostics: list[dict[str, Any]]


class _Request:
    """A request that waits for its reply."""

    __slots__ = ("message", "reply")

    def __init__(self, message: bytes) -> None:
        self.message = message
        self.reply: _Reply | None = None


# The word, the fields, the payload and the diagnostics of a reply.
_Reply = tuple[str, dict[str, str], bytes, bytes]


def find_executable() -> str:
    """Returns the path of the executable that was installed with this package, or else its name.

    The name is for a copy of this file, and is looked up on the path of commands.
    """
    if "__path__" in globals():
        package = os.path.dirname(os.path.abspath(__file__))
        # A prefix such as that of a virtual environment, or the folder of `pip install --target`.
        for folder in (os.path.join(package, *[os.pardir] * 4), os.path.dirname(package)):
            executable = os.path.normpath(os.path.join(folder, "bin", "decant"))
            if os.access(executable, os.X_OK):
                return executable
    return "decant"


def convert(data: Document, source: str | None = None, target: str | None = None, **options: Option) -> Converted:
    """Returns `data` converted by a service that is started for this call, as `Decant.convert` does."""
    with Decant() as service:
        return service.convert(data, source, target, **options)


def edit(data: Document, steps: Steps, source: str | None = None, **options: Option) -> Edited:
    """Returns `data` after `steps`, as `Decant.edit` does, by a service that is started for this call."""
    with Decant() as service:
        return service.edit(data, steps, source, **options)


def get(data: Document, *paths: str, source: str | None = None, **options: Option) -> Result:
    """Returns the values at `paths`, as `Decant.get` does, by a service that is started for this call."""
    with Decant() as service:
        return service.get(data, *paths, source=source, **options)


def diff(old: Document, new: Document, source: str | None = None, **options: Option) -> Compared:
    """Returns the differences of values, as `Decant.diff` does, by a service that is started for this call."""
    with Decant() as service:
        return service.diff(old, new, source, **options)


def merge(
    base: Document, ours: Document, theirs: Document, source: str | None = None, **options: Option
) -> Merged:
    """Returns the merge of two edits, as `Decant.merge` does, by a service that is started for this call."""
    with Decant() as service:
        return service.merge(base, ours, theirs, source, **options)


def step(operation: str, *words: Any) -> str:
    """Returns the line of a step: `step("rename", "/a b", "c")` is `rename "/a b" c`.

    The words are those of the option of `decant edit`. A value that is a `str` is what it is after the option, but one
    with line breaks, or white space at its ends, is text; `set-string` takes any text. Another value is written as JSON.
    """
    *first, last = words
    form = []
    if operation in ("set", "insert", "append", "test") and not isinstance(last, str):
        form, last = ["--json"], json.dumps(last, ensure_ascii=False)
    elif last != last.strip(" \t\r\n") or "\n" in last or not last:
        # What is all in quotes is text in any place.
        operation, last = "set" if operation == "set-string" else operation, _quoted(last)
    elif last.startswith('"') and operation in ("rename", "move", "copy", "comment", "delete", "delete-comments"):
        last = _quoted(last)
    paths = [path if re.fullmatch(r"[^\s\"'\[\]]+", path) else _quoted(path) for path in first]
    return " ".join([operation, *form, *paths, last])


class Decant:
    """A service that converts and edits documents.

    `executable` is the path of decant, or its name on the path of commands; the default is `find_executable()`. The
    other arguments are the options of `decant serve`, for example `jobs=2` or `max_payload=1000000`; what it logs goes to standard error.

    Calls may be nested, as in a loop over `convert_all` that calls `convert`, but an object belongs to one thread.
    """

    def __init__(self, executable: str | os.PathLike[str] | None = None, **options: Option) -> None:
        """Starts the service."""
        self._command = [os.fspath(executable or find_executable()), "serve"]
        for name, value in options.items():
            option = "--" + name.replace("_", "-")
            if value is True:
                self._command.append(option)
            elif value is not None and value is not False:
                self._command += [option, str(value)]
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False
        self._unanswered: deque[_Request] = deque()
        self._start()

    def __enter__(self) -> Decant:
        """Returns the service itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends the service."""
        self.close()

    @property
    def pid(self) -> int:
        """The identifier of the process that serves now."""
        if self._process is None:
            raise ServiceDied("the service is not running")
        return self._process.pid

    # Requests

    def convert(
        self, data: Document, source: str | None = None, target: str | None = None, **options: Option
    ) -> Converted:
        """Returns `data`, bytes or text, converted from the format `source` to `target`, as `Converted` bytes.

        Without `source`, the service detects the format. The options are those of decant(1), with underscores for
        hyphens: `sort_keys=True`, `indent=4`, `at="/a/b"`; `fidelity` is "strict", "lossy" or "tagged".
        """
        return Converted(*self._ask(_message(_conversion(source, target, options), data)))

    @overload
    def convert_all(
        self, documents: Iterable[Document], source: str | None = None, target: str | None = None, *,
        ahead: int = 256, return_exceptions: Literal[False] = False, **options: Option,
    ) -> Iterator[Converted]: ...

    @overload
    def convert_all(
        self, documents: Iterable[Document], source: str | None = None, target: str | None = None, *,
        ahead: int = 256, return_exceptions: bool, **options: Option,
    ) -> Iterator[Converted | DecantError]: ...

    def convert_all(
        self, documents: Iterable[Document], source: str | None = None, target: str | None = None, *,
        ahead: int = 256, return_exceptions: bool = False, **options: Option,
    ) -> Iterator[Converted | DecantError]:
        """Converts each of `documents`, and yields the results in order.

        Requests are sent before earlier ones are answered, up to `ahead` of them. A document that cannot be
        converted raises its error, which ends the generator; with `return_exceptions` the error is yielded in
        its place.
        """
        header = _conversion(source, target, options)
        rest = iter(documents)
        waiting: deque[_Request] = deque()
        size = 0
        is_complete = False
        while True:
            while not is_complete and len(waiting) < ahead and size < _BYTES_AHEAD:
                try:
                    document = next(rest)
                except StopIteration:
                    is_complete = True
                    break
                request = self._queue(_message(header, document))
                size += len(request.message)
                waiting.append(request)
            if not waiting:
                return
            request = waiting.popleft()
            size -= len(request.message)
            result: Converted | DecantError
            try:
                result = Converted(*self._await(request))
            except DecantError as error:
                if not return_exceptions or isinstance(error, (ServiceDied, FramingError)):
                    raise
                result = error
            yield result

    def check(
        self, data: Document, source: str | None = None, schema: Document | None = None, **options: Option
    ) -> Checked:
        """Reads `data` to its end and returns its format and warnings as `Checked`.

        Raises if it is invalid, or does not match `schema`, a JSON Schema, which refers to no other document.
        """
        parts = {} if schema is None else {"schema": schema}
        _, fields, diagnostics = self._ask(_message(_header("check", {"from": source, **options}), data, **parts))
        return Checked(fields["from"], _parse_lines(diagnostics))

    def edit(self, data: Document, steps: Steps, source: str | None = None, **options: Option) -> Edited:
        """Returns `data` after `steps`, in which all other bytes are as they were, as `Edited` bytes.

        A step passes over what is not there, and what has been done; with `once=True` each is done as the option of
        `decant edit` does it, so that a path that leads nowhere is an error. With `diff=True`, the result is a unified
        diff. `file_name` tells the format, as an alternative to `source`. See decant-edit(1) for steps.
        """
        lines = steps if isinstance(steps, str) else "".join(step(*words) + "\n" for words in steps)
        return Edited(*self._ask(_message(_header("edit", {"from": source, **options}), data, steps=lines)))

    def get(self, data: Document, *paths: str, source: str | None = None, **options: Option) -> Result:
        """Returns the values at `paths`, each on a line: scalars as plain text, others as JSON.

        Raises `MissingValue` if there is none, unless there is a `default`. The options are those of `decant get`.
        """
        path = "\n".join(paths) if paths else None
        return Result(*self._ask(_message(_header("get", {"from": source, "path": path, **options}), data)))

    def diff(self, old: Document, new: Document, source: str | None = None, **options: Option) -> Compared:
        """Returns the differences of the values in `old` and `new`, as `Compared` bytes.

        The options are those of `decant diff`: `format="patch"`, `order="all"`, `key="/spec/containers=name"`.
        """
        return Compared(*self._ask(_message(_header("diff", {"from": source, **options}), new, old=old)))

    def merge(
        self, base: Document, ours: Document, theirs: Document, source: str | None = None, **options: Option
    ) -> Merged:
        """Returns the merge of `ours` and `theirs`, two edits of `base`, as `Merged` bytes.

        What both changed is in conflict, and is between marks, unless `winner` is "ours" or "theirs".
        """
        header = _header("merge", {"from": source, **options})
        return Merged(*self._ask(_message(header, theirs, base=base, ours=ours)))

    def hello(self) -> dict[str, Any]:
        """Returns the version, the limits and the formats of the service."""
        fields: dict[str, Any] = dict(self._ask(b"hello\n")[1])
        for name in ("reads", "writes"):
            fields[name] = fields[name].split(",")
        for name in ("protocol", "jobs", "max-request-bytes", "max-reply-bytes"):
            fields[name] = int(fields[name])
        return fields

    def formats(self) -> list[dict[str, Any]]:
        """Returns a dictionary for each format: its name, aliases, extensions and what it can contain."""
        formats: list[dict[str, Any]] = json.loads(self._ask(b"formats\n")[0])
        return formats

    def ping(self) -> None:
        """Returns when the service has answered."""
        self._ask(b"ping\n")

    def close(self) -> None:
        """Ends the service. Requests without a reply are given up."""
        self._is_closed = True
        if self._process is not None:
            if self._unanswered:
                self._process.kill()
            self._reap()
        self._unanswered.clear()

    # The exchange of messages

    def _start(self) -> None:
        process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert process.stdin and process.stdout
        self._process = process
        self._input = process.stdin.fileno()
        self._output = process.stdout.fileno()
        # The client must be able to read while it sends, so neither may block.
        os.set_blocking(self._input, False)
        self._poll = select.poll()
        self._poll.register(self._input, select.POLLOUT)
        self._poll.register(self._output, select.POLLIN)
        self._unsent = bytearray().join(request.message for request in self._unanswered)
        self._received = bytearray()
        self._has_answered = False

    def _reap(self) -> int | None:
        """Waits for the end of the process and returns its status."""
        process, self._process = self._process, None
        if process is None:
            return None
        assert process.stdin and process.stdout
        process.stdin.close()
        process.stdout.close()
        return process.wait()

    def _ask(self, message: bytes) -> tuple[bytes, dict[str, str], bytes]:
        return self._await(self._queue(message))

    def _queue(self, message: bytes) -> _Request:
        if self._is_closed:
            raise ServiceDied("the service is closed")
        if self._process is None:
            self._start()
        request = _Request(message)
        self._unanswered.append(request)
        self._unsent += message
        if len(self._unsent) >= _BATCH:
            self._write()
        return request

    def _await(self, request: _Request) -> tuple[bytes, dict[str, str], bytes]:
        """Returns the payload, the fields and the diagnostics of the reply to `request`, or raises its error."""
        while request.reply is None:
            if self._process is None:
                raise ServiceDied("the service died before it answered")
            self._step()
        word, fields, payload, diagnostics = request.reply
        if word == "ok":
            return payload, fields, diagnostics
        error = _ERRORS.get(fields.get("kind"), DecantError)
        raise error(payload.decode(), fields, diagnostics)

    def _step(self) -> None:
        """Sends and receives what is possible without waiting, or waits until something is."""
        self._write()
        if self._unsent:
            ready = dict(self._poll.poll())
            if self._output not in ready:
                return
        chunk = os.read(self._output, _CHUNK)
        if not chunk:
            self._restart()
            return
        self._received += chunk
        self._take_replies()

    def _write(self) -> None:
        if not self._unsent:
            return
        try:
            with memoryview(self._unsent) as view, view[:_CHUNK] as part:
                count = os.write(self._input, part)
        except BlockingIOError:
            return
        except BrokenPipeError:
            # Replies that the service sent before it died can still be read.
            self._unsent.clear()
            return
        del self._unsent[:count]

    def _take_replies(self) -> None:
        """Gives each complete reply to the request that it answers: replies come in the order of requests."""
        while True:
            end = self._received.find(b"\n")
            if end < 0:
                return
            word, fields = _parse(self._received[:end])
            start = end + 1
            middle = start + int(fields["bytes"])
            finish = middle + int(fields.get("diagnostics", 0))
            if len(self._received) < finish:
                # The reply is parsed only when it is complete.
                self._receive(finish - len(self._received))
                if len(self._received) < finish:
                    return
            with memoryview(self._received) as view:
                payload, diagnostics = bytes(view[start:middle]), bytes(view[middle:finish])
            del self._received[:finish]
            self._has_answered = True
            if fields.get("kind") == "framing":
                self._unanswered.clear()
                self._reap()
                raise FramingError(payload.decode(), fields, diagnostics)
            request = self._unanswered.popleft()
            # A reply makes it unnecessary to send the message again if the service dies.
            request.reply = (word, fields, payload, diagnostics)

    def _receive(self, count: int) -> None:
        """Reads `count` more bytes of a reply, and sends meanwhile."""
        while count > 0:
            self._write()
            if self._unsent and self._output not in dict(self._poll.poll()):
                continue
            chunk = os.read(self._output, max(_CHUNK, min(count, 1 << 20)))
            if not chunk:
                return
            self._received += chunk
            count -= len(chunk)

    def _restart(self) -> None:
        """Starts the service again after its death, unless it died without any reply since its last restart."""
        is_second = not self._has_answered and self._is_restarted
        status = self._reap()
        if is_second:
            self._unanswered.clear()
            self._is_restarted = False
            raise ServiceDied(f"the service died twice without a reply (status {status})")
        self._is_restarted = True
        self._start()

    _is_restarted = False


def _conversion(source: str | None, target: str | None, options: dict[str, Option]) -> bytes:
    return _header("convert", {"from": source, "to": target, **options})


def _header(word: str, fields: dict[str, Option]) -> bytes:
    """Returns the header of a request up to the length of its payload."""
    header = word
    for name, value in fields.items():
        if value is None:
            continue
        name = name.replace("_", "-")
        # An invalid name would end the service.
        if not name.replace("-", "").isalpha() or not name.isascii() or name != name.lower() or name == "bytes":
            raise UsageError(f"invalid option '{name}'", {"kind": "usage"})
        if isinstance(value, bool):
            value = "true" if value else "false"
        header += f" {name}={quote(str(value), safe=_PRINTABLE)}"
    if len(header) > _LONGEST_HEADER - 128:
        raise UsageError("the options are too long for a request", {"kind": "usage"})
    return header.encode()


def _message(header: bytes, data: Document, **parts: Document) -> bytes:
    """Returns a request whose payload has `parts`, whose lengths are fields, before `data`."""
    views = [memoryview(part.encode() if isinstance(part, str) else part).cast("B") for part in (*parts.values(), data)]
    for name, view in zip(parts, views):
        header += b" %b=%d" % (name.encode(), len(view))
    return b"".join([b"%b bytes=%d\n" % (header, sum(map(len, views))), *views])


def _quoted(text: str) -> str:
    """Returns a string of JSON that is one of YAML too."""
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", lambda match: f"\\u{ord(match[0]):04x}", quoted)


def _parse(header: bytes | bytearray) -> tuple[str, dict[str, str]]:
    """Returns the word of a header and its fields, decoded."""
    word, *parts = header.decode("ascii").rstrip("\r").split(" ")
    fields = {}
    for part in parts:
        name, _, value = part.partition("=")
        fields[name] = unquote(value, errors="strict") if "%" in value else value
    return word, fields


def _parse_lines(diagnostics: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in diagnostics.split(b"\n") if line]
