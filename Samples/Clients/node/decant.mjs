// A client of `decant serve`: converts between JSON, property lists, YAML and more, and edits them.
//
//   import { Decant } from "./decant.mjs";
//
//   const decant = new Decant();
//   const { data } = await decant.convert("name: Caffè", "yaml", "json", { sortKeys: true });
//   const edited = await decant.edit(text, [["rename", "/logs", "log"], ["set", "/log/level", "debug"]], "yaml");
//   for await (const result of decant.convertAll(documents, "yaml", "json")) { … }
//   await decant.close();
//
// Requests may overlap: each returns a promise, and all go to one process. If it dies, it is started again, and
// the requests that it has not answered are repeated. The protocol is in decant-serve(1). This file needs
// Node 18 and the executable `decant`, and nothing else: copy it.

import { spawn } from "node:child_process";

const LONGEST_HEADER = 65536;

/**
 * An error that the service reported, or its death.
 *
 * `kind` is the kind as the protocol names it, or "service". `line` and `column` count from 1, `offset` counts
 * bytes from 0, `path` leads to the value, `part` is the document or the steps if it is not the only or the edited
 * document, `step` is the step that failed, `hint` says what to do; each is undefined if it was not reported.
 */
export class DecantError extends Error {
  constructor(message, fields = {}, diagnostics = []) {
    super(message);
    this.name = "DecantError";
    this.kind = fields.kind ?? "service";
    this.id = fields.id;
    this.path = fields.path;
    this.part = fields.part;
    this.step = fields.step;
    this.hint = fields.hint;
    for (const name of ["line", "column", "offset"]) {
      if (name in fields) this[name] = Number(fields[name]);
    }
    this.diagnostics = diagnostics;
  }
}

/** A service that converts documents. Options of `decant serve` are written as `{ maxPayload: 1000 }`. */
export class Decant {
  #command;
  #arguments = ["serve"];
  #process;
  #isClosed = false;
  /** The requests without a reply, in order; replies come in the same order. */
  #unanswered = [];
  #received = [];
  #receivedLength = 0;
  /** The header of a reply whose payload is incomplete. */
  #header;
  #hasAnswered = false;
  #wasRestarted = false;

  constructor({ executable = "decant", ...options } = {}) {
    this.#command = executable;
    for (const [name, value] of Object.entries(options)) {
      if (value === true) this.#arguments.push(`--${hyphenated(name)}`);
      else if (value !== undefined && value !== false) this.#arguments.push(`--${hyphenated(name)}`, String(value));
    }
    this.#start();
  }

  /** The identifier of the process that serves now. */
  get pid() {
    return this.#process?.pid;
  }

  /**
   * Resolves to `{ data, from, to, id, badRecords, diagnostics }`, where `data` is a Buffer. `input` is text or
   * bytes; without `from`, the service detects the format. The options are those of decant(1) in camel case.
   */
  async convert(input, from, to, options = {}) {
    const { payload, fields, diagnostics } = await this.#ask("convert", { from, to, ...options }, input);
    return {
      data: payload, from: fields.from, to: fields.to, id: fields.id,
      badRecords: Number(fields["bad-records"] ?? 0), diagnostics,
    };
  }

  /**
   * Converts each of `inputs`, which may be asynchronous, and yields the results in order. Up to `ahead` requests
   * are sent before earlier ones are answered.
   */
  async *convertAll(inputs, from, to, { ahead = 256, ...options } = {}) {
    const waiting = [];
    for await (const input of inputs) {
      const result = this.convert(input, from, to, options);
      // An error is reported when its turn comes, not as unhandled before.
      result.catch(() => {});
      waiting.push(result);
      if (waiting.length >= ahead) yield await waiting.shift();
    }
    while (waiting.length > 0) yield await waiting.shift();
  }

  /**
   * Resolves to `{ from, diagnostics }`; rejects if the document is invalid, or does not match `schema`, a JSON Schema.
   */
  async check(input, from, { schema, ...options } = {}) {
    const parts = schema === undefined ? {} : { schema };
    const { fields, diagnostics } = await this.#ask("check", { from, ...options }, input, parts);
    return { from: fields.from, diagnostics };
  }

  /**
   * Resolves to `{ data, isChanged, diagnostics }`, where `data` is the document after the steps, with all other bytes
   * as they were, or with `diff: true` a unified diff. `steps` is their text, or a list of words for each, see `step`.
   * A step passes over what is not there, and what has been done; with `once: true` each is done as the option of
   * `decant edit` does it. `fileName` tells the format, as an alternative to `from`.
   */
  async edit(input, steps, from, options = {}) {
    const lines = typeof steps === "string" ? steps : steps.map((words) => `${step(...words)}\n`).join("");
    const { payload, fields, diagnostics } = await this.#ask("edit", { from, ...options }, input, { steps: lines });
    return { data: payload, isChanged: fields.changed === "true", diagnostics };
  }

  /**
   * Resolves to `{ data, diagnostics }`, where `data` has each value at `paths`, one or a list, on a line: scalars as
   * plain text, others as JSON. Rejects with the kind "missing" if there is none, unless there is a `default`.
   */
  async get(input, paths, from, options = {}) {
    const path = paths === undefined ? paths : [paths].flat().join("\n");
    const { payload, diagnostics } = await this.#ask("get", { from, path, ...options }, input);
    return { data: payload, diagnostics };
  }

  /** Resolves to `{ data, differs, diagnostics }`, where `data` has the differences of the values. */
  async diff(old, input, from, options = {}) {
    const { payload, fields, diagnostics } = await this.#ask("diff", { from, ...options }, input, { old });
    return { data: payload, differs: fields.differs === "true", diagnostics };
  }

  /** Resolves to `{ data, hasConflicts, diagnostics }`, where `data` is the merge of two edits of `base`. */
  async merge(base, ours, theirs, from, options = {}) {
    const { payload, fields, diagnostics } = await this.#ask("merge", { from, ...options }, theirs, { base, ours });
    return { data: payload, hasConflicts: fields.conflicts === "true", diagnostics };
  }

  /** Resolves to the version, the limits and the formats of the service. */
  async hello() {
    const { fields } = await this.#ask("hello");
    return { ...fields, reads: fields.reads.split(","), writes: fields.writes.split(",") };
  }

  /** Resolves to an array that describes each format. */
  async formats() {
    return JSON.parse((await this.#ask("formats")).payload.toString());
  }

  async ping() {
    await this.#ask("ping");
  }

  /** Resolves when the requests before it are answered and the service has ended. */
  async close() {
    this.#isClosed = true;
    const process = this.#process;
    if (process === undefined) return;
    const ended = new Promise((resolve) => process.once("close", resolve));
    process.stdin.end();
    await ended;
    // Another process took over the requests if this one died before it had answered them.
    if (this.#process !== undefined) await this.close();
  }

  #start() {
    const child = spawn(this.#command, this.#arguments, { stdio: ["pipe", "pipe", "inherit"] });
    this.#process = child;
    this.#received = [];
    this.#receivedLength = 0;
    this.#header = undefined;
    this.#hasAnswered = false;
    child.stdout.on("data", (chunk) => {
      try {
        this.#receive(chunk);
      } catch (error) {
        this.#giveUp(error);
        child.kill();
      }
    });
    // A pipe that breaks is followed by "close", where all that was not answered is sent again.
    child.stdin.on("error", () => {});
    child.on("error", (error) => {
      if (child.pid === undefined) this.#process = undefined;
      this.#giveUp(error);
    });
    child.on("close", (code, signal) => this.#ended(child, code ?? signal));
    for (const request of this.#unanswered) this.#send(request);
  }

  #ended(child, status) {
    if (child !== this.#process) return;
    this.#process = undefined;
    if (this.#unanswered.length === 0) return;
    if (this.#wasRestarted && !this.#hasAnswered) {
      this.#wasRestarted = false;
      this.#giveUp(new DecantError(`the service died twice without a reply (${status})`));
      return;
    }
    this.#wasRestarted = true;
    this.#start();
    if (this.#isClosed) this.#process.stdin.end();
  }

  #giveUp(error) {
    for (const { reject } of this.#unanswered.splice(0)) reject(error);
  }

  /** Sends a request whose payload has `parts`, whose lengths are fields, before `input`. */
  async #ask(word, fields = {}, input, parts = {}) {
    if (this.#isClosed) throw new DecantError("the service is closed");
    let line = requestHeader(word, fields);
    let payload = input === undefined ? undefined : bytes(input);
    for (const [name, part] of Object.entries(parts)) line += ` ${name}=${bytes(part).length}`;
    const before = Object.values(parts).map(bytes);
    if (before.length > 0) payload = Buffer.concat([...before, payload]);
    const header = Buffer.from(`${line}${payload ? ` bytes=${payload.length}` : ""}\n`);
    return new Promise((resolve, reject) => {
      const request = { header, payload, resolve, reject };
      this.#unanswered.push(request);
      if (this.#process === undefined) this.#start();
      else this.#send(request);
    });
  }

  #send({ header, payload }) {
    const { stdin } = this.#process;
    stdin.cork();
    stdin.write(header);
    if (payload?.length) stdin.write(payload);
    process.nextTick(() => stdin.uncork());
  }

  /** Gives each complete reply to the request that it answers. */
  #receive(chunk) {
    this.#received.push(chunk);
    this.#receivedLength += chunk.length;
    // Nothing is joined before a reply is complete, lest each chunk of a long one cost a copy of all before it.
    if (this.#header !== undefined && this.#receivedLength < this.#header.length) return;
    let buffer = Buffer.concat(this.#received);
    for (;;) {
      if (this.#header === undefined) {
        const end = buffer.indexOf(10);
        if (end < 0) break;
        this.#header = parse(buffer.toString("latin1", 0, end));
        buffer = buffer.subarray(end + 1);
      }
      const { word, fields, middle, length } = this.#header;
      if (buffer.length < length) break;
      this.#header = undefined;
      this.#hasAnswered = true;
      const payload = Buffer.from(buffer.subarray(0, middle));
      const lines = buffer.toString("utf8", middle, length).split("\n").filter(Boolean);
      const diagnostics = lines.map((line) => JSON.parse(line));
      buffer = buffer.subarray(length);
      if (word === "ok") {
        this.#unanswered.shift().resolve({ payload, fields, diagnostics });
        continue;
      }
      const error = new DecantError(payload.toString(), fields, diagnostics);
      if (error.kind === "framing") throw error;
      this.#unanswered.shift().reject(error);
    }
    this.#received = [buffer];
    this.#receivedLength = buffer.length;
  }
}

/**
 * Returns the line of a step: `step("rename", "/a b", "c")` is `rename "/a b" c`.
 *
 * The words are those of the option of `decant edit`. A value that is a string is what it is after the option, but one
 * with line breaks, or white space at its ends, is text; `set-string` takes any text. Another value is written as JSON.
 */
export function step(operation, ...words) {
  let last = words.pop();
  const line = [operation];
  if (["set", "insert", "append", "test"].includes(operation) && typeof last !== "string") {
    line.push("--json");
    last = JSON.stringify(last);
  } else if (last === "" || /^[ \t\r\n]|[ \t\r\n]$|\n/.test(last)) {
    // What is all in quotes is text in any place.
    if (operation === "set-string") line[0] = "set";
    last = quoted(last);
  } else if (last.startsWith('"') && /^(rename|move|copy|comment|delete|delete-comments)$/.test(operation)) {
    last = quoted(last);
  }
  return [...line, ...words.map((path) => (/^[^\s"'[\]]+$/.test(path) ? path : quoted(path))), last].join(" ");
}

/** Returns a string of JSON that is one of YAML too. */
function quoted(text) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, escape);
}

function bytes(input) {
  if (typeof input === "string") return Buffer.from(input);
  if (Buffer.isBuffer(input)) return input;
  if (ArrayBuffer.isView(input)) return Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  return Buffer.from(input);
}

function hyphenated(name) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the header of a request without the length of its payload. */
function requestHeader(word, fields) {
  let header = word;
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    const name = hyphenated(key);
    // A name that is not valid in a header would end the service.
    if (!/^[a-z-]+$/.test(name) || name === "bytes") throw new DecantError(`invalid option '${key}'`, { kind: "usage" });
    header += ` ${name}=${encodeURIComponent(String(value))}`;
  }
  if (header.length > LONGEST_HEADER - 128) {
    throw new DecantError("the options are too long for a request", { kind: "usage" });
  }
  return header;
}

function parse(header) {
  const [word, ...parts] = header.replace(/\r$/, "").split(" ");
  const fields = {};
  for (const part of parts) {
    const equals = part.indexOf("=");
    fields[part.slice(0, equals)] = decodeURIComponent(part.slice(equals + 1));
  }
  const middle = Number(fields.bytes);
  return { word, fields, middle, length: middle + Number(fields.diagnostics ?? 0) };
}
