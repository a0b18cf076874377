// Tests of the client: node --test decant.test.mjs, with `decant` on the path of commands.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Decant, DecantError, step } from "./decant.mjs";

/** Runs a test with a service of its own, which ends with it. */
function served(name, body) {
  test(name, async () => {
    const decant = new Decant();
    try {
      await body(decant);
    } finally {
      await decant.close();
    }
  });
}

async function rejection(promise) {
  try {
    await promise;
  } catch (error) {
    assert(error instanceof DecantError, String(error));
    return error;
  }
  assert.fail("expected an error");
}

served("converts", async (decant) => {
  const result = await decant.convert("name: Caffè\n", "yaml", "json", { compact: true });
  assert.equal(result.data.toString(), '{"name":"Caffè"}\n');
  assert.deepEqual([result.from, result.to, result.diagnostics], ["yaml", "json", []]);
  const detected = await decant.convert(new TextEncoder().encode("a: 1"), undefined, "json", { compact: true });
  assert.equal(detected.data.toString(), '{"a":1}\n');
});

served("passes options and identifiers", async (decant) => {
  const input = '{"b": {"c é": [1]}, "a": 2}';
  const sorted = await decant.convert(input, "json", "json", { sortKeys: true, compact: true, id: "Größe 1%\n" });
  assert.equal(sorted.data.toString(), '{"a":2,"b":{"c é":[1]}}\n');
  assert.equal(sorted.id, "Größe 1%\n");
  const part = await decant.convert(input, "json", "json", { at: "/b/c é", indent: 4 });
  assert.equal(part.data.toString(), "[\n    1\n]\n");
});

served("reports the place of an error", async (decant) => {
  const error = await rejection(decant.convert('{"é": 1,\n "größe x": ]}', "json", "yaml", { id: "7 ü" }));
  assert.deepEqual(
    [error.kind, error.line, error.column, error.offset, error.path, error.id],
    ["input", 2, 13, 24, "/größe x", "7 ü"]);
  for (const options of [{ unknown: 1 }, { indent: "x" }, { under_score: 1 }, { at: `/${"a".repeat(70000)}` }]) {
    assert.equal((await rejection(decant.convert("1", "json", "json", options))).kind, "usage");
  }
  assert.equal((await decant.convert("1", "json", "yaml")).data.toString(), "1\n");
});

served("reports diagnostics", async (decant) => {
  const lossy = await decant.convert('{"a": null}', "json", "xml1", { fidelity: "lossy" });
  assert.deepEqual(lossy.diagnostics.map(({ path }) => path), ["/a"]);
  const records = await decant.convert("1\n{\n3\n", "jsonl", "jsonl", { onError: "skip" });
  assert.deepEqual([records.data.toString(), records.badRecords], ["1\n3\n", 1]);
});

served("checks and describes", async (decant) => {
  assert.equal((await decant.check("a: 1")).from, "yaml");
  assert.equal((await rejection(decant.check("{]", "json"))).column, 2);
  assert((await decant.hello()).reads.includes("yaml"));
  assert((await decant.formats()).some(({ name }) => name === "json"));
  await decant.ping();
});

served("edits", async (decant) => {
  const text = "logs: # where to\n  level: info\n";
  const steps = [["rename", "/logs", "log"], ["set", "/log/level", "debug"]];
  const { data, isChanged } = await decant.edit(text, steps, "yaml");
  assert.deepEqual([data.toString(), isChanged], ["log: # where to\n  level: debug\n", true]);
  assert.equal((await decant.edit(data, steps.map((words) => step(...words)).join("\n"))).isChanged, false);
  const diff = await decant.edit(text, steps, undefined, { diff: true, fileName: "a.yaml" });
  assert(diff.data.toString().startsWith("--- a/a.yaml\n"));
  const error = await rejection(decant.edit(text, [["delete", "/nowhere"]], "yaml", { once: true }));
  assert.deepEqual([error.kind, error.step], ["input", "steps:1: delete /nowhere"]);
  assert.equal((await rejection(decant.edit(text, "renam /a b"))).part, "steps");
  for (const value of ["", " ", "a b", '"q"', "a\nb", "é 日本", "#", "@x", "{", "[1]", "1.10", "\x7f\u2028", "[a"]) {
    const edited = await decant.edit('{"a": "x"}', [["set-string", "/a", value], ["rename", "/a", `${value}"`]], "json", { once: true });
    assert.deepEqual(JSON.parse(edited.data), { [`${value}"`]: value }, value);
  }
  const json = await decant.edit('{"l": []}', [["set", "/v", { a: [1, null] }], ["append", "/l", true]], "json");
  assert.deepEqual(JSON.parse(json.data), { l: [true], v: { a: [1, null] } });
});

served("gets, compares, merges and checks", async (decant) => {
  assert.equal((await decant.get("a: [1, 2]\n", ["/a/0", "/a"])).data.toString(), "1\n[1,2]\n");
  assert.equal((await decant.get("a: 1\n", "/b", "yaml", { default: "x" })).data.toString(), "x\n");
  assert.equal((await rejection(decant.get("a: 1\n", "/b"))).kind, "missing");
  assert.equal((await decant.diff('{"a": 1.0}', "a: 1\n")).differs, false);
  const diff = await decant.diff('{"a": 1}', '{"a": 2}', "json");
  assert.deepEqual([diff.data.toString(), diff.differs], ["~ /a: 1 -> 2\n", true]);
  const merged = await decant.merge("a: 1\nb: 2\n", "a: 5\nb: 2\n", "a: 1\nb: 3\n", "yaml");
  assert.deepEqual([merged.data.toString(), merged.hasConflicts], ["a: 5\nb: 3\n", false]);
  assert((await decant.merge("a: 1\n", "a: 5\n", "a: 6\n", "yaml")).hasConflicts);
  assert.equal((await rejection(decant.check("a: 1\n", "yaml", { schema: '{"type": "array"}' }))).path, "");
});

served("answers overlapping requests in order", async (decant) => {
  const order = [];
  const numbers = Array.from({ length: 1000 }, (_, number) => number);
  const results = await Promise.all(numbers.map(async (number) => {
    const { data } = await decant.convert(`{"a": ${number}}`, "json", "yaml");
    order.push(number);
    return data.toString();
  }));
  assert.deepEqual(order, numbers);
  assert.deepEqual(results, numbers.map((number) => `a: ${number}\n`));
});

served("converts a stream", async (decant) => {
  const results = [];
  async function* inputs() {
    for (let number = 0; number < 1000; number += 1) yield String(number);
  }
  for await (const { data } of decant.convertAll(inputs(), "json", "json", { ahead: 10 })) results.push(Number(data));
  assert.deepEqual(results, Array.from({ length: 1000 }, (_, number) => number));
  await assert.rejects(async () => {
    for await (const _ of decant.convertAll(["1", "[", "3"], "json", "json")) { /* The second one fails. */ }
  }, DecantError);
});

served("restarts a killed service", async (decant) => {
  const { pid } = decant;
  process.kill(pid, "SIGKILL");
  assert.equal((await decant.convert("1", "json", "json")).data.toString(), "1\n");
  assert.notEqual(decant.pid, pid);
  let count = 0;
  const inputs = Array.from({ length: 3000 }, (_, number) => String(number));
  for await (const { data } of decant.convertAll(inputs, "json", "json")) {
    assert.equal(data.toString(), `${count}\n`);
    count += 1;
    if (count === 500 || count === 1700) process.kill(decant.pid, "SIGKILL");
  }
  assert.equal(count, 3000);
});

test("gives up after the second death", async () => {
  assert.equal((await rejection(new Decant({ executable: "false" }).ping())).kind, "service");
  await assert.rejects(new Decant({ executable: "no-such-command" }).ping(), { code: "ENOENT" });
});

served("converts large documents", async (decant) => {
  const value = Array.from({ length: 50_000 }, () => "é".repeat(50));
  const yaml = await decant.convert(JSON.stringify(value), "json", "yaml");
  assert(yaml.data.length > 5_000_000);
  const json = await decant.convert(yaml.data, "yaml", "json");
  assert.deepEqual(JSON.parse(json.data.toString()), value);
});

test("answers what was asked before it is closed", async () => {
  const decant = new Decant({ jobs: 1 });
  const results = Promise.all(["1", "2", "3"].map((input) => decant.convert(input, "json", "json")));
  await decant.close();
  assert.equal((await results).map(({ data }) => data.toString()).join(""), "1\n2\n3\n");
  assert.match((await rejection(decant.ping())).message, /closed/);
  await decant.close();
});
