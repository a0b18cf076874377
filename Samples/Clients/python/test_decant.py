"""Tests of the client: python3 test_decant.py, with `decant` on the path of commands."""

import json
import os
import signal
import stat
import tempfile
import unittest

import agent_tool
import decant
from decant import Decant, InputError, MissingValue, ServiceDied, SizeError, UsageError


class ClientTests(unittest.TestCase):
    def setUp(self):
        self.decant = Decant()
        self.addCleanup(self.decant.close)

    def kill(self):
        os.kill(self.decant.pid, signal.SIGKILL)

    def test_converts(self):
        result = self.decant.convert("name: Caffè\n".encode(), "yaml", "json", compact=True)
        self.assertEqual(result, '{"name":"Caffè"}\n'.encode())
        self.assertEqual((result.source, result.target, result.diagnostics), ("yaml", "json", []))
        self.assertEqual(self.decant.convert("name: Caffè\n", target="json", compact=True), result)
        self.assertEqual(self.decant.convert(bytearray(b""), "jsonl", "json-seq"), b"")

    def test_converts_without_a_service_of_the_program(self):
        self.assertEqual(decant.convert("a: 1", "yaml", "json", compact=True), b'{"a":1}\n')
        with self.assertRaises(InputError):
            decant.convert("a: [", "yaml", "json")

    def test_passes_options(self):
        data = b'{"b": {"c \xc3\xa9": [1]}, "a": 2}'
        self.assertEqual(
            self.decant.convert(data, "json", "json", sort_keys=True, compact=True),
            b'{"a":2,"b":{"c \xc3\xa9":[1]}}\n')
        self.assertEqual(self.decant.convert(data, "json", "json", at="/b/c é", indent=4), b"[\n    1\n]\n")
        self.assertEqual(self.decant.convert(data, "json", "json", compact=False, at=None).count(b"\n"), 8)

    def test_returns_the_identifier(self):
        for text in ["Größe 1%", "a=b", "\n", "日本"]:
            self.assertEqual(self.decant.convert(b"1", "json", "json", id=text).id, text)

    def test_reports_the_place_of_an_error(self):
        with self.assertRaises(InputError) as caught:
            self.decant.convert('{"é": 1,\n "größe x": ]}'.encode(), "json", "yaml", id="7 ü")
        error = caught.exception
        self.assertEqual(
            (error.kind, error.line, error.column, error.offset, error.path, error.id),
            ("input", 2, 13, 24, "/größe x", "7 ü"))
        self.assertIsInstance(error, ValueError)
        self.assertIn("line 2, column 13: ", str(error))
        self.assertEqual(self.decant.convert(b"1", "json", "yaml"), b"1\n")

    def test_tells_errors_apart(self):
        for options in [{"unknown": 1}, {"indent": "x"}, {"Upper": 1}, {"at": "/" + "a" * 70000}, {"bytes": 3}]:
            with self.subTest(options=str(options)[:20]), self.assertRaises(UsageError):
                self.decant.convert(b"1", "json", "json", **options)
        with self.assertRaises(UsageError):
            self.decant.convert(b"1", "no-format", "json")
        with Decant(max_payload=10) as small, self.assertRaises(SizeError):
            small.convert(b" " * 1_000_000, "json", "json")

    def test_reports_diagnostics(self):
        result = self.decant.convert(b'{"a": null}', "json", "xml1", fidelity="lossy")
        self.assertEqual([entry["path"] for entry in result.diagnostics], ["/a"])
        result = self.decant.convert(b"1\n{\n3\n", "jsonl", "jsonl", on_error="skip")
        self.assertEqual((result, result.bad_records, result.diagnostics[0]["line"]), (b"1\n3\n", 1, 2))

    def test_checks_and_describes(self):
        self.assertEqual(self.decant.check(b"a: 1").source, "yaml")
        with self.assertRaises(InputError):
            self.decant.check(b"{]", "json")
        self.assertEqual(self.decant.hello()["protocol"], 1)
        self.assertIn("yaml", self.decant.hello()["reads"])
        self.assertIn("json", [entry["name"] for entry in self.decant.formats()])
        self.decant.ping()

    def test_edits(self):
        text = "logs: # where to\n  level: info\n"
        result = self.decant.edit(text, [("rename", "/logs", "log"), ("set", "/log/level", "debug")], "yaml")
        self.assertEqual((result, result.is_changed), (b"log: # where to\n  level: debug\n", True))
        again = self.decant.edit(result, "rename /logs log\nset /log/level debug\n", file_name="a.yaml")
        self.assertEqual((again, again.is_changed), (result, False))
        self.assertEqual(decant.edit(text, [("rename", "/logs", "log")]), b"log: # where to\n  level: info\n")
        difference = self.decant.edit(text, [("set", "/logs/level", "debug")], diff=True, file_name="a.yaml")
        self.assertEqual(difference.split(b"\n")[:2], [b"--- a/a.yaml", b"+++ b/a.yaml"])
        with self.assertRaises(MissingValue) as caught:
            self.decant.get(text, "/nowhere")
        self.assertIsInstance(caught.exception, LookupError)
        with self.assertRaises(InputError) as caught:
            self.decant.edit(text, [("delete", "/logs/level"), ("delete", "/nowhere")], once=True)
        self.assertEqual(caught.exception.step, "steps:2: delete /nowhere")
        with self.assertRaises(InputError) as caught:
            self.decant.edit(text, "\nrenam /logs log")
        self.assertEqual((caught.exception.part, caught.exception.line), ("steps", 2))

    def test_writes_any_text_as_a_step(self):
        texts = ["", " ", "a b", "\"", "\"q\"", "'", "\\", "a\nb", "\r\n", "\t", "é 日本 \U0001f600", "#", "@x", "{", "[1]", "--json",
                 "\x7f\x85\u2028\ufeff", "[a", "]", "1.10", "true", "a/b~c"]
        for text in texts:
            path = f".[{json.dumps(text)}]"
            document = json.dumps({"a": "x", text: "x"})
            steps = [("set-string", "/a", text), ("set-string", path, text)]
            if text not in ("", "-"):
                steps += [("rename", "/a", text + "\" ")]
            with self.subTest(text=text):
                expected = {text + "\" " if len(steps) > 2 else "a": text, text: text}
                try:
                    self.assertEqual(json.loads(self.decant.edit(document, steps, "json", once=True)), expected)
                except UsageError:
                    self.fail("\n".join(decant.step(*words) for words in steps))
        value = {"a": [1, None, "é\n"], "b": True}
        edited = self.decant.edit('{"l": []}', [("set", "/v", value), ("append", "/l", 5), ("test", "/l/0", 5)], "json")
        self.assertEqual(json.loads(edited), {"l": [5], "v": value})

    def test_gets_compares_merges_and_checks(self):
        text = "hosts:\n  - name: a\n  - name: b\n"
        self.assertEqual(self.decant.get(text, "/hosts/0/name", "/hosts/-1"), b'a\n{"name":"b"}\n')
        self.assertEqual(self.decant.get(text, "/none", default="x"), b"x\n")
        self.assertEqual(self.decant.get(text, paths=True, source="yaml"), b'/hosts/0/name\t"a"\n/hosts/1/name\t"b"\n')
        self.assertEqual(decant.get(text, "/hosts", length=True), b"2\n")
        same = self.decant.diff('{"a": 1.0}', "a: 1\n")
        self.assertEqual((same, same.differs), (b"", False))
        other = decant.diff('{"a": 1}', '{"a": 2}', format="patch")
        self.assertEqual((json.loads(other)[0]["op"], other.differs), ("replace", True))
        merged = self.decant.merge("a: 1\nb: 2\n", "a: 5\nb: 2\n", "a: 1\nb: 3\n", "yaml")
        self.assertEqual((merged, merged.has_conflicts), (b"a: 5\nb: 3\n", False))
        self.assertTrue(decant.merge("a: 1\n", "a: 5\n", "a: 6\n", "yaml").has_conflicts)
        self.assertEqual(self.decant.merge("a: 1\n", "a: 5\n", "a: 6\n", "yaml", winner="theirs"), b"a: 6\n")
        schema = '{"properties": {"a": {"type": "string"}}}'
        self.assertEqual(self.decant.check("a: b\n", schema=schema).source, "yaml")
        with self.assertRaises(InputError) as caught:
            self.decant.check("b: 1\na: 2\n", "yaml", schema)
        self.assertEqual((caught.exception.line, caught.exception.path), (2, "/a"))

    def test_is_a_tool_for_an_agent(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write("logs: # where to\n  level: info\n")
            os.chmod(path, 0o640)
            steps = [["set", "/logs/level", "debug"]]
            call = lambda name, **parameters: agent_tool.call(name, {"file": path, **parameters}, self.decant)
            self.assertEqual(call("read_values", paths=["/logs/level"]), {"text": "info\n"})
            shown = call("edit_file", steps=steps)
            self.assertIn("-  level: info\n+  level: debug\n", shown["diff"])
            self.assertEqual(call("read_values", paths=["/logs/level"]), {"text": "info\n"})
            self.assertEqual(call("edit_file", steps=steps, write=True), shown)
            self.assertEqual(call("read_values", paths=["/logs/level"]), {"text": "debug\n"})
            self.assertEqual((os.listdir(folder), stat.S_IMODE(os.stat(path).st_mode)), (["a.yaml"], 0o640))
            failed = call("edit_file", steps=[["delete", "/none"]], write=True)
            self.assertEqual(failed["step"], "steps:1: delete /none")
            self.assertIn("FileNotFoundError", agent_tool.call("edit_file", {"file": path + "x", "steps": steps}, self.decant)["error"])
            with self.assertRaises(RuntimeError):
                agent_tool.write(path, b"other", b"new")
            self.assertEqual(os.listdir(folder), ["a.yaml"])

    def test_sends_ahead_and_keeps_the_order(self):
        numbers = range(1000)
        results = self.decant.convert_all((b'{"a": %d}' % n for n in numbers), "json", "yaml")
        self.assertEqual(list(results), [b"a: %d\n" % n for n in numbers])

    def test_reads_while_it_sends(self):
        """Together, requests and replies are far longer than pipes and buffers."""
        document = json.dumps(["x" * 1000] * 100)
        results = self.decant.convert_all([document] * 100, "json", "json", ahead=100)
        self.assertEqual({json.dumps(json.loads(result)) for result in results}, {document})

    def test_continues_after_an_error(self):
        documents = [b"1", b"[", b"3"]
        results = list(self.decant.convert_all(documents, "json", "json", return_exceptions=True))
        self.assertEqual((results[0], results[2]), (b"1\n", b"3\n"))
        self.assertIsInstance(results[1], InputError)
        with self.assertRaises(InputError):
            list(self.decant.convert_all(documents, "json", "json"))
        self.assertEqual(self.decant.convert(b"4", "json", "json"), b"4\n")

    def test_nests_calls(self):
        results = self.decant.convert_all([b"%d" % n for n in range(300)], "json", "json")
        nested = [(result, self.decant.convert(result + b" ", "json", "yaml")) for result in results]
        self.assertEqual(nested, [(b"%d\n" % n, b"%d\n" % n) for n in range(300)])
        self.assertEqual(next(self.decant.convert_all(iter([b"1"] * 9), "json", "json")), b"1\n")
        self.assertEqual(self.decant.convert(b"5", "json", "json"), b"5\n")

    def test_restarts_a_killed_service(self):
        first = self.decant.pid
        self.kill()
        self.assertEqual(self.decant.convert(b"1", "json", "json"), b"1\n")
        self.assertNotEqual(self.decant.pid, first)

    def test_restarts_in_the_middle(self):
        results = []
        for result in self.decant.convert_all((b"%d" % n for n in range(3000)), "json", "json"):
            results.append(result)
            if len(results) in (1, 500, 501, 1700):
                self.kill()
        self.assertEqual(results, [b"%d\n" % n for n in range(3000)])

    def test_restarts_in_a_payload(self):
        document = json.dumps(["x" * 1000] * 1000)
        results = []
        for result in self.decant.convert_all([document] * 6, "json", "json", ahead=2):
            results.append(json.dumps(json.loads(result)) == document)
            if len(results) == 2:
                self.kill()
        self.assertEqual(results, [True] * 6)

    def test_gives_up_after_the_second_death(self):
        with Decant("false") as dead, self.assertRaises(ServiceDied):
            dead.ping()
        with self.assertRaises(FileNotFoundError):
            Decant("no-such-command")

    def test_converts_large_documents(self):
        value = ["é" * 50] * 50_000
        document = json.dumps(value, ensure_ascii=False).encode()
        self.assertGreater(len(document), 5_000_000)
        yaml = self.decant.convert(document, "json", "yaml")
        self.assertGreater(len(yaml), 5_000_000)
        self.assertEqual(json.loads(self.decant.convert(yaml, "yaml", "json")), value)

    def test_refuses_requests_after_the_end(self):
        self.decant.close()
        self.decant.close()
        with self.assertRaises(ServiceDied):
            self.decant.ping()


if __name__ == "__main__":
    unittest.main()
