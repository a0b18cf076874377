"""Tests of the client: python3 test_decant.py, with `decant` on the path of commands."""

import json
import os
import signal
import unittest

import decant
from decant import Decant, InputError, ServiceDied, SizeError, UsageError


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
        with Decant(max_request_bytes=10) as small, self.assertRaises(SizeError):
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
