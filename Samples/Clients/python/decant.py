"""A client of `decant serve`: converts between JSON, property lists, YAML and more.

    from decant import Decant

    with Decant() as decant:
        json = decant.convert(data, "yaml", "json", sort_keys=True)

        for result in decant.convert_all(documents, "yaml", "json"):
            ...

The service is one process that answers many requests. It is started with the object and ends with it. If it
dies, it is started again, and the requests that it has not answered are repeated. The protocol is in
decant-serve(1). This file needs Python 3.9 and the executable `decant`, and nothing else: copy it.
"""

import json
import os
import select
import subprocess
from collections import deque
from typing import NamedTuple
from urllib.parse import quote, unquote

__all__ = [
    "Checked", "Converted", "Decant", "DecantError", "Defect", "FramingError", "InputError", "ServiceDied",
    "SizeError", "TimedOut", "UsageError",
]

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
    `path` leads to the value, and `hint` says what to do; each is None if the service did not report it.
    `fields` has all fields of the reply, and `diagnostics` the messages that preceded the error.
    """

    kind = "service"

    def __init__(self, message, fields=None, diagnostics=b""):
        super().__init__(message)
        self.message = message
        self.fields = fields or {}
        self.kind = self.fields.get("kind", self.kind)
        self.id = self.fields.get("id")
        self.path = self.fields.get("path")
        self.hint = self.fields.get("hint")
        self.line, self.column, self.offset = (
            int(self.fields[name]) if name in self.fields else None for name in ("line", "column", "offset")
        )
        self._diagnostics = diagnostics

    @property
    def diagnostics(self):
        """The notes, warnings and errors that preceded this one, each a dictionary."""
        return _parse_lines(self._diagnostics)

    def __str__(self):
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


class FramingError(DecantError):
    """The service lost track of the requests, which is a fault of this client."""


class Defect(DecantError):
    """A defect of decant."""


class ServiceDied(DecantError):
    """The service died twice over the same request, or cannot be used any more."""


_ERRORS = {
    "input": InputError, "usage": UsageError, "size": SizeError, "timeout": TimedOut, "framing": FramingError,
    "defect": Defect,
}


class Converted(bytes):
    """The result of a conversion: bytes, with what else the service reported.

    `source` and `target` are the formats that were read and written; `bad_records` counts the records that were
    left out; `fields` has all fields of the reply.
    """

    def __new__(cls, payload, fields, diagnostics):
        self = super().__new__(cls, payload)
        self.fields = fields
        self._diagnostics = diagnostics
        return self

    @property
    def source(self):
        return self.fields["from"]

    @property
    def target(self):
        return self.fields["to"]

    @property
    def id(self):
        return self.fields.get("id")

    @property
    def bad_records(self):
        return int(self.fields.get("bad-records", 0))

    @property
    def diagnostics(self):
        """The notes, warnings and errors that did not end the conversion, each a dictionary."""
        return _parse_lines(self._diagnostics)


class Checked(NamedTuple):
    """The result of a check: the format of the document, and warnings."""

    source: str
    diagnostics: list


class _Request:
    """A request that waits for its reply."""

    __slots__ = ("message", "reply")

    def __init__(self, message):
        self.message = message
        self.reply = None


class Decant:
    """A service that converts documents.

    `executable` is the path of decant, or its name on the path of commands. The other arguments are the options of
    `decant serve`, for example `jobs=2` or `max_request_bytes=1000000`; what it logs goes to standard error.

    Calls may be nested, as in a loop over `convert_all` that calls `convert`, but an object belongs to one thread.
    """

    def __init__(self, executable="decant", **options):
        self._command = [os.fspath(executable), "serve"]
        for name, value in options.items():
            option = "--" + name.replace("_", "-")
            if value is True:
                self._command.append(option)
            elif value is not None and value is not False:
                self._command += [option, str(value)]
        self._process = None
        self._is_closed = False
        self._unanswered = deque()
        self._start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def pid(self):
        """The identifier of the process that serves now."""
        return self._process.pid

    # Requests

    def convert(self, data, source=None, target=None, **options):
        """Returns `data`, bytes or text, converted from the format `source` to `target`, as `Converted` bytes.

        Without `source`, the service detects the format. The options are those of decant(1), with underscores for
        hyphens: `sort_keys=True`, `indent=4`, `at="/a/b"`; `fidelity` is "strict", "lossy" or "tagged".
        """
        return Converted(*self._ask(_message(_conversion(source, target, options), data)))

    def convert_all(
        self, documents, source=None, target=None, *, ahead=256, return_exceptions=False, **options
    ):
        """Converts each of `documents`, and yields the results in order.

        Requests are sent before earlier ones are answered, up to `ahead` of them. A document that cannot be
        converted raises its error, which ends the generator; with `return_exceptions` the error is yielded in
        its place.
        """
        header = _conversion(source, target, options)
        documents = iter(documents)
        waiting = deque()
        size = 0
        is_complete = False
        while True:
            while not is_complete and len(waiting) < ahead and size < _BYTES_AHEAD:
                try:
                    document = next(documents)
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
            try:
                result = Converted(*self._await(request))
            except DecantError as error:
                if not return_exceptions or isinstance(error, (ServiceDied, FramingError)):
                    raise
                result = error
            yield result

    def check(self, data, source=None, **options):
        """Reads `data` to its end and returns its format and warnings as `Checked`; raises if it is invalid."""
        _, fields, diagnostics = self._ask(_message(_header("check", {"from": source, **options}), data))
        return Checked(fields["from"], _parse_lines(diagnostics))

    def hello(self):
        """Returns the version, the limits and the formats of the service."""
        _, fields, _ = self._ask(b"hello\n")
        for name in ("reads", "writes"):
            fields[name] = fields[name].split(",")
        for name in ("protocol", "jobs", "max-request-bytes", "max-reply-bytes"):
            fields[name] = int(fields[name])
        return fields

    def formats(self):
        """Returns a dictionary for each format: its name, aliases, extensions and what it can contain."""
        return json.loads(self._ask(b"formats\n")[0])

    def ping(self):
        """Returns when the service has answered."""
        self._ask(b"ping\n")

    def close(self):
        """Ends the service. Requests without a reply are given up."""
        self._is_closed = True
        if self._process is not None:
            if self._unanswered:
                self._process.kill()
            self._reap()
        self._unanswered.clear()

    # The exchange of messages

    def _start(self):
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._input = self._process.stdin.fileno()
        self._output = self._process.stdout.fileno()
        # The client must be able to read while it sends, so neither may block.
        os.set_blocking(self._input, False)
        self._poll = select.poll()
        self._poll.register(self._input, select.POLLOUT)
        self._poll.register(self._output, select.POLLIN)
        self._unsent = bytearray().join(request.message for request in self._unanswered)
        self._received = bytearray()
        self._has_answered = False

    def _reap(self):
        """Waits for the end of the process and returns its status."""
        process, self._process = self._process, None
        process.stdin.close()
        process.stdout.close()
        return process.wait()

    def _ask(self, message):
        return self._await(self._queue(message))

    def _queue(self, message):
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

    def _await(self, request):
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

    def _step(self):
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

    def _write(self):
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

    def _take_replies(self):
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

    def _receive(self, count):
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

    def _restart(self):
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


def _conversion(source, target, options):
    return _header("convert", {"from": source, "to": target, **options})


def _header(word, fields):
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
    if len(header) > _LONGEST_HEADER - 32:
        raise UsageError("the options are too long for a request", {"kind": "usage"})
    return header.encode()


def _message(header, data):
    if isinstance(data, str):
        data = data.encode()
    data = memoryview(data).cast("B")
    return b"%b bytes=%d\n%b" % (header, len(data), data)


def _parse(header):
    """Returns the word of a header and its fields, decoded."""
    word, *parts = header.decode("ascii").rstrip("\r").split(" ")
    fields = {}
    for part in parts:
        name, _, value = part.partition("=")
        fields[name] = unquote(value, errors="strict") if "%" in value else value
    return word, fields


def _parse_lines(diagnostics):
    return [json.loads(line) for line in diagnostics.split(b"\n") if line]
