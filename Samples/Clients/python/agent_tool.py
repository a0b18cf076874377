"""A tool that lets an agent read and edit configuration files, without a parse and a rewrite of the whole.

    python3 agent_tool.py                            prints the tools: names, and JSON schemas of their parameters
    python3 agent_tool.py read_values '{"file": "a.yaml", "paths": ["/logs"]}'
    python3 agent_tool.py edit_file '{"file": "a.yaml", "steps": [["set", "/logs/level", "debug"]]}'
    python3 agent_tool.py edit_file '{"file": "a.yaml", "steps": [["set", "/logs/level", "debug"]], "write": true}'

An edit shows its diff first, so that a person can approve it; with "write" the file is replaced in one step, unless it
has changed meanwhile. A program calls `call(name, parameters)`; what is wrong is an answer too, with line, column and hint.
"""

import json
import os
import sys
import tempfile

from decant import Decant, DecantError

_FILE = {"type": "string", "description": "the file, in YAML, JSON, TOML, a property list or Markdown with front matter"}
_PATH = "a path such as /spec/replicas, /jobs/[name=b]/max or /**/key"
_STEP = {"type": "array", "minItems": 2, "items": [{"enum": [
    "set", "set-string", "append", "insert", "delete", "rename", "move", "copy", "comment", "test"]}]}
TOOLS = {
    "read_values": {
        "description": "Reads the values at paths in a file, each as JSON or plain text on a line.",
        "parameters": {"type": "object", "required": ["file", "paths"], "additionalProperties": False, "properties": {
            "file": _FILE, "paths": {"type": "array", "minItems": 1, "items": {"type": "string", "description": _PATH}}}},
    },
    "edit_file": {
        "description": "Edits values in a file and keeps all other bytes, comments among them. Returns the unified diff.",
        "parameters": {"type": "object", "required": ["file", "steps"], "additionalProperties": False, "properties": {
            "file": _FILE, "write": {"type": "boolean", "description": "write the file, after its diff was approved"},
            "steps": {"type": "array", "minItems": 1, "items": _STEP, "description": f"['set', PATH, VALUE], "
                      f"['rename', PATH, KEY], ['move', PATH, PATH], ['delete', PATH] and so on; PATH is {_PATH}"}}},
    },
}


def write(path, old, new):
    """Replaces a file in one step; throws if another program has changed it since it was read."""
    handle, name = tempfile.mkstemp(dir=os.path.dirname(os.path.abspath(path)))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(new)
            os.fsync(file.fileno())
        os.chmod(name, os.stat(path).st_mode & 0o7777)
        with open(path, "rb") as file:
            if file.read() != old:
                raise RuntimeError(f"{path} has changed meanwhile")
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def call(name, parameters, decant):
    """Returns the answer of a tool: text, or {"error": …}."""
    try:
        path = os.path.realpath(parameters["file"])
        with open(path, "rb") as file:
            data = file.read()
        with_name = {"file_name": os.path.basename(path)}
        if name == "read_values":
            return {"text": decant.get(data, *parameters["paths"], **with_name).decode()}
        # Each step must find its place: an agent should hear of a path that leads nowhere.
        diff = decant.edit(data, parameters["steps"], diff=True, once=True, **with_name)
        if parameters.get("write") and diff.is_changed:
            write(path, data, decant.edit(data, parameters["steps"], once=True, **with_name))
        return {"diff": diff.decode(), "notes": [note["message"] for note in diff.diagnostics]}
    except DecantError as error:
        return {"error": str(error), "step": error.step}
    except (KeyError, OSError, RuntimeError) as error:
        return {"error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print(json.dumps(TOOLS, indent=2))
    else:
        with Decant() as service:
            print(json.dumps(call(sys.argv[1], json.loads(sys.argv[2]), service), indent=2, ensure_ascii=False))
