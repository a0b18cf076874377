"""Makes random edits of files, and compares the results with those of another decant, or with what they have to be.

    python3 Tests/edits.py --new DECANT [--old DECANT] [--count N] [--seed N] [--only FORMAT] [--list FOLDER] FOLDER...

The files of the folders that 'decant check' accepts are edited, each format equally often: YAML, TOML, JSON, JSON5, XML and
OpenStep property lists, .strings, .pbxproj and .xcstrings. With one seed, the edits are the same. With --old, each difference of
the two programs is a finding; without it, each result that has other values, other bytes or other comments than it has to, by
readers that are not decant's (see readings.py). Findings are counted by format and operation, the first of each kind is shown,
and --list writes all into a folder. The exit status is 1 if there are any.
"""

import argparse
import collections
import difflib
import json
import multiprocessing
import os
import random
import re
import subprocess
import sys

import readings

OPERATIONS = ["set", "wrap", "flatten", "add", "append", "insert", "delete", "rename", "move", "copy", "comment"]
TEXTS = ["w1", "two words", "it's", "a: b", "# c", "yes", "1.10", "é", "x" * 100, "- x", "say \"hi\"", "a,b", "{x}", "~"]
LARGEST_FILE = 300_000
EDITS_OF_A_FILE = 400
SECONDS = 60


# Models

class Model:
    """A value as edits change it; `origin` is the node of the file that it was."""

    def __init__(self, kind, value=None, origin=None):
        self.kind, self.value, self.origin = kind, value, origin
        self.children = []  # pairs of a key, or none, and a model
        self.comment = None  # a new one above it

    @staticmethod
    def of(node):
        model = Model(node.kind, node.value, node)
        model.children = [(child.key, Model.of(child)) for child in node.children]
        return model

    @staticmethod
    def new(value):
        if isinstance(value, dict):
            model = Model("mapping")
            model.children = [(key, Model.new(child)) for key, child in value.items()]
        elif isinstance(value, list):
            model = Model("sequence")
            model.children = [(None, Model.new(child)) for child in value]
        else:
            model = Model("scalar", value)
        return model

    def copy(self):
        model = Model(self.kind, self.value, self.origin)
        model.comment = self.comment
        model.children = [(key, child.copy()) for key, child in self.children]
        return model

    def walk(self, path=(), parent=None):
        yield path, self, parent
        for index, (key, child) in enumerate(self.children):
            yield from child.walk(path + (index if key is None else key,), self)

    def index(self, step):
        return step if self.kind == "sequence" else next(i for i, (key, _) in enumerate(self.children) if key == step)

    def at(self, path):
        node = self
        for step in path:
            node = node.children[node.index(step)][1]
        return node

    def plain(self, texts):
        if self.kind == "mapping":
            return {key: child.plain(texts) for key, child in self.children}
        if self.kind == "sequence":
            return [child.plain(texts) for _, child in self.children]
        # Readers of formats without types report text.
        return str(self.value) if texts and self.origin is None else self.value

    def replace(self, new):
        self.kind, self.value, self.children = new.kind, new.value, new.children


def pointer(path):
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def is_plain_key(key):
    """Whether a key is literal in a path, and an index or a sign nowhere."""
    return isinstance(key, str) and key and not re.search(r"^[-\[*]|[\x00-\x1f\x7f]|^<<$", key)


def is_usable(path, node, parent):
    origin = node.origin
    return bool(path) and node.kind != "alias" and all(isinstance(step, int) or is_plain_key(step) for step in path) \
        and not (origin and getattr(origin, "is_shared", False))


# Edits

class Edit:
    """An edit of one to three operations: its arguments, and the model of the result."""

    def __init__(self, reading, kind, number, rng):
        self.kind, self.reading = kind, reading
        self.document = number
        self.model = Model.of(reading.documents[number])
        self.arguments, self.operations, self.new_comments = [], [], []
        # Where the file may change, where comments go, and whether an empty collection does not stay so.
        self.ranges, self.removed, self.fills = [], [], False
        for _ in range(rng.choice([1, 1, 1, 1, 2, 3])):
            for _ in range(20):
                if self.add(rng.choice(OPERATIONS), rng):
                    break

    def scalar(self, rng):
        return rng.choice(TEXTS)

    def collection(self, rng):
        number = "7" if self.kind in ("openstep", "strings", "pbxproj", "xcstrings") else 7
        return rng.choice([{"k1": "x", "k2": ["y", number]}, ["x", "y z"], [{"k1": "x"}, {"k1": "y"}], {"k1": number}])

    def value(self, rng):
        if self.kind == "strings" or rng.random() < 0.7:
            return self.scalar(rng)
        return self.collection(rng)

    def add(self, operation, rng):
        places = [place for place in self.model.walk() if is_usable(*place)]
        if operation in ("set", "wrap"):
            places = [place for place in places if place[1].kind == "scalar"]
        elif operation == "flatten":
            places = [place for place in places if place[1].kind in ("mapping", "sequence")]
        elif operation == "add":
            places = [place for place in self.model.walk()
                      if place[1].kind == "mapping" and (not place[0] or is_usable(*place))]
        elif operation == "append":
            places = [place for place in places if place[1].kind == "sequence"]
        elif operation == "insert":
            places = [place for place in places if place[2].kind == "sequence"]
        elif operation == "rename":
            places = [place for place in places if place[2].kind == "mapping"]
        if not places or operation == "wrap" and self.kind == "strings" \
                or operation == "comment" and self.kind in ("json", "xcstrings"):
            return False
        path, node, parent = rng.choice(places)
        if not getattr(self, "make_" + operation)(path, node, parent, rng):
            return False
        self.operations.append(operation)
        return True

    def note(self, *arguments):
        self.arguments += arguments
        return True

    def span(self, start, end):
        self.ranges.append((start, end))

    def span_of(self, node):
        """From the token before a node to the one after it."""
        if node.origin is None:
            return
        origin, reading = node.origin, self.reading
        outer = origin.parent
        if outer and len(outer.children) == 1 and outer.parent:
            return self.span(reading.end_before(outer.start), reading.start_after(outer.end))
        self.span(reading.end_before(origin.begin), reading.start_after(origin.end))

    def span_of_new(self, outer, index):
        """Between the neighbors of a new child."""
        self.fills = self.fills or not outer.children
        if outer.origin is None:
            return
        reading, node = self.reading, outer.origin
        before = [child for _, child in outer.children[:index]]
        after = [child for _, child in outer.children[index:]]
        if outer.kind == "mapping":
            # A tool may sort keys.
            before = after = []
        start = before[-1].origin.end if before and before[-1].origin else reading.end_before(node.start)
        end = after[0].origin.begin if after and after[0].origin else reading.start_after(node.end)
        self.span(start, end)

    def make_set(self, path, node, parent, rng):
        text = self.scalar(rng)
        if node.origin:
            empty = node.origin.start == node.origin.end
            start = self.reading.end_before(node.origin.start) if empty else node.origin.start
            self.span(start, self.reading.start_after(node.origin.end) if empty else node.origin.end)
        node.replace(Model.new(text))
        return self.note("--set-string", pointer(path), text)

    def make_wrap(self, path, node, parent, rng):
        value = self.collection(rng)
        self.span_of(node)
        node.replace(Model.new(value))
        return self.note("--set-json", pointer(path), json.dumps(value))

    def make_flatten(self, path, node, parent, rng):
        text = self.scalar(rng)
        self.span_of(node)
        self.remove_inside(node)
        node.replace(Model.new(text))
        return self.note("--set-string", pointer(path), text)

    def remove_inside(self, node):
        if node.origin:
            self.removed.append((node.origin.begin, self.reading.start_after(node.origin.end)))

    def entered(self, value):
        return value if isinstance(value, str) else json.dumps(value)

    def new_key(self, node, rng):
        taken = {key for key, _ in node.children}
        keys = [key for key in ("new", "new key", "a.b", "zz", "Aa", "it's", "k9", "é") if key not in taken]
        return rng.choice(keys) if keys else f"free{len(taken)}"

    def make_add(self, path, node, parent, rng):
        key, value = self.new_key(node, rng), self.value(rng)
        self.span_of_new(node, len(node.children))
        node.children.append((key, Model.new(value)))
        option = "--set-string" if isinstance(value, str) else "--set-json"
        return self.note(option, pointer(path + (key,)), self.entered(value))

    def insert_value(self, option, path, value):
        # Among texts, a collection would be text.
        options = [] if isinstance(value, str) else ["--value"]
        return self.note(*options, option, pointer(path), self.entered(value))

    def inserted(self, rng):
        return rng.choice(["w1", "two words"]) if rng.random() < 0.7 else self.collection(rng)

    def make_append(self, path, node, parent, rng):
        value = self.inserted(rng)
        self.span_of_new(node, len(node.children))
        node.children.append((None, Model.new(value)))
        return self.insert_value("--append", path, value)

    def make_insert(self, path, node, parent, rng):
        value, index = self.inserted(rng), path[-1]
        self.span_of_new(parent, index)
        parent.children.insert(index, (None, Model.new(value)))
        return self.insert_value("--insert", path, value)

    def make_delete(self, path, node, parent, rng):
        self.span_of(node)
        if node.origin:
            self.removed.append((self.reading.end_before(node.origin.begin), self.reading.start_after(node.origin.end)))
        del parent.children[parent.index(path[-1])]
        return self.note("--delete", pointer(path))

    def make_rename(self, path, node, parent, rng):
        key = self.new_key(parent, rng)
        origin = node.origin
        if origin and origin.key_start is not None:
            # A key without a value is both.
            if self.kind == "strings" and origin.start == origin.end:
                return False
            self.span(origin.key_start, origin.key_end)
        parent.children[parent.index(path[-1])] = (key, node)
        return self.note("--rename", pointer(path), key)

    def make_transfer(self, option, path, node, parent, rng):
        places = [place for place in self.model.walk()
                  if place[1].kind in ("mapping", "sequence") and (not place[0] or is_usable(*place))
                  and place[0][:len(path)] != path]
        if not places or option == "--copy" and sum(1 for _ in node.walk()) > 200:
            return False
        value = node if option == "--move" else node.copy()
        if option == "--move":
            self.span_of(node)
            if node.origin:
                start, end = node.origin.begin, node.origin.end
                self.removed.append((self.reading.end_before(start), self.reading.start_after(end)))
            outer = rng.choice(places)[1]
            del parent.children[parent.index(path[-1])]
        else:
            outer = rng.choice(places)[1]
        target = next(place for place, found, _ in self.model.walk() if found is outer)
        if outer.kind == "mapping":
            key = self.new_key(outer, rng)
            self.span_of_new(outer, len(outer.children))
            outer.children.append((key, value))
        else:
            key = rng.randint(0, len(outer.children))
            self.span_of_new(outer, key)
            outer.children.insert(key, (None, value))
        return self.note(option, pointer(path), pointer(target + (key,)))

    def make_move(self, *arguments):
        return self.make_transfer("--move", *arguments)

    def make_copy(self, *arguments):
        return self.make_transfer("--copy", *arguments)

    def make_comment(self, path, node, parent, rng):
        text = f"new comment {len(self.new_comments)}"
        if node.origin:
            reading, begin = self.reading, node.origin.begin
            self.span(reading.end_before(begin), begin)
            self.removed.append((reading.end_before(begin), begin))
        self.new_comments.append(text)
        node.comment = text
        return self.note("--comment", pointer(path), text)

    @property
    def name(self):
        return self.operations[0] if len(self.operations) == 1 else "several"

    def command(self, file):
        documents = ["--document", str(self.document + 1)] if len(self.reading.documents) > 1 else []
        return ["edit", "-q", *documents, *self.arguments, file]


# What results have to be

def value_flaw(edit, result):
    texts = edit.kind in ("yaml", "openstep", "strings", "pbxproj")
    if len(result.documents) != len(edit.reading.documents):
        return "another number of documents"
    for number, (old, new) in enumerate(zip(edit.reading.documents, result.documents)):
        expected = edit.model.plain(texts) if number == edit.document else readings.plain(old)
        found = readings.plain(new)
        if repr_of(expected) != repr_of(found):
            return "other values: " + next(difference(expected, found), "")
    if edit.kind != "toml":
        for path, model, _ in edit.model.walk():
            # The keys of the file are in their order.
            if model.kind == "mapping" and model.origin:
                old = [key for key, child in model.children
                       if child.origin and child.origin.parent is model.origin and child.origin.key == key]
                node = node_at(result.documents[edit.document], path)
                if [child.key for child in node.children if child.key in set(old)] != old:
                    return "other order of keys at " + pointer(path)
    return None


def repr_of(value):
    return json.dumps(value, sort_keys=True, default=str)


def difference(expected, found, path=()):
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected.keys() | found.keys():
            yield from difference(expected.get(key, "(none)"), found.get(key, "(none)"), path + (key,))
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (one, other) in enumerate(zip(expected, found)):
            yield from difference(one, other, path + (index,))
    elif repr_of(expected) != repr_of(found):
        yield f"{pointer(path)}: {found!r:.80} instead of {expected!r:.80}"


def node_at(root, path):
    for step in path:
        root = root.children[step] if isinstance(step, int) else root.child(step)
    return root


def layout_flaw(edit, new):
    old = edit.reading.text
    if old.endswith("\n") and not new.endswith("\n"):
        return "no line end at the end"
    if old.count("\r\n") == old.count("\n") > 0 and new.count("\r\n") != new.count("\n"):
        return "other line ends"
    if "\r" not in old and "\r" in new:
        return "new carriage returns"
    lines = changed_lines(old, new)
    if lines and edit.name in ("add", "append", "insert", "copy", "comment") and not edit.fills:
        removed = lines[0]
        if edit.name == "comment":
            # One that is there is replaced.
            removed = [line for line in removed if not re.match(r"\s*(#|//|/\*|<!--|\*)", line)]
        # The neighbor may get a separator.
        if len(removed) > 1:
            return f"{len(removed)} lines of the file changed"
    if lines and edit.name == "delete" and len(lines[1]) > 1:
        return f"{len(lines[1])} new lines"
    if edit.kind in ("toml", "pbxproj") and edit.name not in ("set", "comment") or not edit.ranges:
        return None
    start, end = min(start for start, _ in edit.ranges), max(end for _, end in edit.ranges)
    if not new.startswith(old[:start]):
        return "other bytes before the place"
    if not new.endswith(old[end:]) or len(new) < len(old) - (end - start):
        return "other bytes after the place"
    if len(edit.ranges) == 2:
        (_, first), (second, _) = sorted(edit.ranges)
        if first < second and old[first:second].strip() not in new:
            return "other bytes between the places"
    return None


def changed_lines(old, new):
    """Returns the lines that went, and those that came; none if there are too many to compare."""
    old, new = old.splitlines(), new.splitlines()
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    old, new = old[first:len(old) - last], new[first:len(new) - last]
    if len(old) * len(new) > 4_000_000:
        return None
    removed, added = [], []
    for tag, one, other, left, right in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            removed += old[one:other]
            added += new[left:right]
    return [line for line in removed if line.strip()], [line for line in added if line.strip()]


def comment_flaw(edit, result):
    """Each comment of what stays is there once, about the same node; those of what goes are not."""
    if edit.kind == "pbxproj":
        return None
    places = collections.defaultdict(list)
    for path, model, _ in edit.model.walk():
        if model.origin is not None:
            places[id(model.origin)].append(path)
    root = edit.reading.documents[edit.document]
    inside = {id(node) for node in root}
    owned, free, required, gone = collections.Counter(), collections.Counter(), collections.Counter(), set()
    for words, place, owner in edit.reading.owners():
        if any(start <= place < end for start, end in edit.removed) and (owner is None or not places[id(owner)]):
            free[words] += 1
        elif owner is None or owner.path == ():
            required[words] += 1
        elif id(owner) not in inside:
            owned[words, owner.path, False] += 1
        else:
            if not places[id(owner)]:
                gone.add(words)
            for path in places[id(owner)]:
                owned[words, path, True] += 1
    # Comments that were above a node are replaced by a new one.
    if "comment" in edit.operations:
        free.update({words: count for (words, _, _), count in owned.items()
                     if any(start <= place < end for start, end in edit.removed
                            for other, place, _ in edit.reading.owners() if other == words)})
    document = result.documents[edit.document]
    found_inside = {id(node) for node in document}
    found, total = collections.Counter(), collections.Counter()
    for words, _, owner in result.owners():
        total[words] += 1
        if owner is not None:
            found[words, owner.path, id(owner) in found_inside] += 1
    expected = collections.Counter()
    for (words, path, is_inside), count in owned.items():
        expected[words] += count
        if words in free or found[words, path, is_inside] >= count:
            continue
        # Inline tables have no comments.
        if edit.kind == "toml" and any(found[words, path[:length], is_inside] for length in range(1, len(path))):
            continue
        if total[words] < count:
            return f"a comment is lost: {words!r:.60} of {pointer(path)}"
        others = [pointer(other[1]) for other in found if other[0] == words]
        return f"a comment moved: {words!r:.60} of {pointer(path)} is at {', '.join(others) or 'no node'}"
    for words, count in required.items():
        if total[words] < count + expected[words] - (free[words] if words in free else 0):
            return f"a comment is lost: {words!r:.60}"
    # A copy has the comments of what is copied.
    new = collections.Counter(model.comment for _, model, _ in edit.model.walk() if model.comment)
    for words, count in total.items():
        most = expected[words] + required[words] + free[words] + new[words]
        if count > most:
            has_gone = words in gone or words in edit.new_comments and not new[words]
            return f"a comment {'stayed' if has_gone else 'is there too often'}: {words!r:.60}"
    for words in edit.new_comments:
        if not total[words] and edit.name == "comment":
            return "the new comment is missing"
    return None


def flaw_of(edit, data):
    """Returns which oracle an edited text contradicts, and how; none if it is right."""
    try:
        result = readings.read(data, edit.kind)
    except Exception as error:  # pylint: disable=broad-except
        return "values", f"the result is not valid: {error!s:.100}"
    if flaw := value_flaw(edit, result):
        return "values", flaw
    if flaw := layout_flaw(edit, result.text):
        return "layout", flaw
    if flaw := comment_flaw(edit, result):
        return "comments", flaw
    return None


# Running

Finding = collections.namedtuple("Finding", "format operation oracle text command old new")
Outcome = collections.namedtuple("Outcome", "format operation status message findings")


def run(program, arguments):
    try:
        result = subprocess.run([program, *arguments], capture_output=True, timeout=SECONDS, check=False)
        return result.returncode, result.stdout, result.stderr.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        return 124, b"", "too slow"


def edit_file(job):
    """Makes some edits of a file; returns what came of each."""
    new, old, file, kind, seed, count = job
    if run(new, ["check", "-q", file])[0]:
        return []
    with open(file, "rb") as stream:
        data = stream.read()
    try:
        if b"$archiver" in data:
            return []
        reading = readings.read(data, kind)
        if not reading.documents or any(root.kind == "scalar" for root in reading.documents):
            return []
        mark_shared(reading)
    except Exception:  # pylint: disable=broad-except
        return []
    outcomes = []
    for number in range(count):
        rng = random.Random(f"{seed} {os.path.basename(file)} {len(data)} {number}")
        edit = Edit(reading, kind, rng.randrange(len(reading.documents)), rng)
        if edit.operations:
            outcomes.append(outcome_of(edit, new, old, file, data))
    return outcomes


def outcome_of(edit, new, old, file, data):
    command = edit.command(file)
    status, output, message = run(new, command)
    flaws = []
    if old:
        other_status, other, other_message = run(old, command)
        if (status, output) != (other_status, other) or status and message != other_message:
            if status == other_status == 0:
                text = "other bytes"
            else:
                text = f"status {status} instead of {other_status}\n--- {other_message.strip()}\n+++ {message.strip()}"
            flaws.append(("difference", text, other, output))
    elif status == 0:
        flaw = flaw_of(edit, output)
        if flaw:
            flaws.append((*flaw, data, output))
    elif status not in (65, 1) or "does not read as expected" in message:
        flaws.append(("defect", f"status {status}: {message.strip()}", data, data))
    findings = [Finding(edit.kind, edit.name, oracle, text, command,
                        diff(data, before, "old") if old else "", diff(data, after, "new"))
                for oracle, text, before, after in flaws]
    return Outcome(edit.kind, edit.name, status, message.strip().split("\n")[0], findings)


def mark_shared(reading):
    """Edits of a value to which aliases refer depend on options."""
    aliases = [node for root in reading.documents for node in root if node.kind == "alias"]
    if aliases:
        for root in reading.documents:
            for node in root:
                node.is_shared = bool(re.match(r"[&*]", reading.text[node.start:node.start + 1])) \
                    or node.parent is not None and getattr(node.parent, "is_shared", False)
        for root in reading.documents:
            for node in root:
                if re.match(r"&", reading.text[node.start:node.start + 1]) or node.kind == "alias":
                    while node:
                        node.is_shared, node = True, node.parent


def diff(old, new, name):
    lines = [text.decode("utf-8", "replace").splitlines() for text in (old, new)]
    if max(map(len, lines)) > 20_000:
        return ""
    return "\n".join(list(difflib.unified_diff(*lines, "source", name, lineterm="", n=2))[:200])


def find_jobs(options):
    """Returns which file is edited how often, each format equally often."""
    files = collections.defaultdict(list)
    for folder in options.folders:
        for path, folders, names in os.walk(folder):
            folders.sort()
            for name in sorted(names):
                file = os.path.join(path, name)
                if not os.path.isfile(file) or os.path.getsize(file) > LARGEST_FILE:
                    continue
                with open(file, "rb") as stream:
                    kind = readings.format_of(name, stream.read(100))
                if kind and (kind != "yaml" or readings.yaml) and options.only in (None, kind):
                    files[kind].append(file)
    jobs = []
    rng = random.Random(options.seed)
    for kind in sorted(files):
        rng.shuffle(files[kind])
        count = -(-options.count // len(files))
        edits = collections.Counter()
        while count > 0 and len(edits) * EDITS_OF_A_FILE > sum(edits.values()) or not edits:
            for file in files[kind]:
                if count > 0 and edits[file] < EDITS_OF_A_FILE:
                    size = min(4, count)
                    edits[file] += size
                    count -= size
        jobs += [(options.new, options.old, file, kind, options.seed, count) for file, count in edits.items()]
    rng.shuffle(jobs)
    return jobs


def table(title, counts, formats):
    names = [name for name in [*OPERATIONS, "several"] if any(counts[kind, name] for kind in formats)]
    print(f"\n{title}\n\n| | {' | '.join(names)} | all |\n|---|{'---|' * (len(names) + 1)}")
    for kind in formats:
        row = [counts[kind, name] for name in names]
        print(f"| {kind} | {' | '.join(map(str, row))} | {sum(row)} |")


def write_finding(folder, number, finding):
    name = f"{finding.format}-{finding.operation}-{finding.oracle}-{number}.txt"
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(shown(finding))


def shown(finding):
    command = " ".join(word if re.fullmatch(r"[\w/.=-]+", word) else "'" + word.replace("'", "'\\''") + "'"
                       for word in finding.command)
    title = f"{finding.format} {finding.operation}: {finding.oracle}: {finding.text}"
    return f"{title}\ndecant {command}\n{finding.old}\n{finding.new}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--new", required=True, help="the program that is tested")
    parser.add_argument("--old", help="the one with which it is compared")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="a format")
    parser.add_argument("--list", help="the folder that gets all findings")
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    sys.setrecursionlimit(10_000)
    jobs = find_jobs(options)
    edits, refused, flawed = collections.Counter(), collections.Counter(), collections.Counter()
    messages, kinds, findings = collections.Counter(), collections.Counter(), []
    with multiprocessing.Pool(initializer=sys.setrecursionlimit, initargs=(10_000,)) as pool:
        for outcomes in pool.imap_unordered(edit_file, jobs):
            for outcome in outcomes:
                place = outcome.format, outcome.operation
                edits[place] += 1
                if outcome.status:
                    refused[place] += 1
                    messages[outcome.format, re.sub(r".*?: error: |\"[^\"]*\"|'[^']*'|\d+", "", outcome.message)[:90]] += 1
                flawed[place] += bool(outcome.findings)
                findings += outcome.findings
    findings.sort()
    if options.list:
        os.makedirs(options.list, exist_ok=True)
    for number, finding in enumerate(findings):
        if options.list:
            write_finding(options.list, number, finding)
        kind = finding.format, finding.operation, finding.oracle, re.sub(r":.*", "", finding.text.split("\n")[0])
        kinds[kind] += 1
        if kinds[kind] == 1:
            print(shown(finding)[:3000])
    formats = sorted({kind for kind, _ in edits})
    table("Edits", edits, formats)
    table("Refused", refused, formats)
    table("Differences" if options.old else "Violations", flawed, formats)
    print("\nRefusals:")
    for (kind, message), count in messages.most_common(25):
        print(f"  {count} {kind}: {message}")
    if findings:
        print("\nFindings:")
        for kind, count in sorted(kinds.items(), key=lambda item: -item[1]):
            print(f"  {count} {': '.join(kind)}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
