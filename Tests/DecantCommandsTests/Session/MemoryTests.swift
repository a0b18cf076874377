import Foundation
import Testing

/// What decant(1) promises under MEMORY: but for what it lists there, memory does not grow with the input.
///
/// Only of the executables as they are shipped: a debug build is too slow for long inputs.
@Suite(.enabled(if: Binary.isShipped))
struct MemoryTests {
  static let commands = [
    "-t json -c list.json", "-t yaml list.json", "-t xml1 list.json", "-t openstep list.json",
    "-t cbor --cbor streaming list.json", "-t jsonl --split list.json", "--at /1 list.json",
    "--key-style snake list.json", "-t json list.yaml", "-t yaml list.yaml", "-t json list.xml1",
    "-t json list.openstep", "-t json list.cbor", "-t json list.msgpack", "-t json5 list.json5",
    "-t yaml list.jsonl", "-t jsonl list.jsonl", "-S list.jsonl", "check list.json",
    "check list.yaml", "check -t xml1 list.json", "get /1/id list.json",
    "get --length /1 list.json", "get /*/id list.json", "get --length . list.json",
    "get /[id>7]/name list.json", "get --rows .[] .id .tags[] list.json", "get /*/id list.yaml",
    "-t jsonl --at /*/id list.json", "get --document 7 /id list.jsonl",
    "edit --set /1/id 7 list.json", "edit --set /1/id 7 list.yaml",
    "edit --set /id 7 list.jsonl", "types list.json", "types list.yaml",
    "check --schema-dir . list.pods.jsonl", "check --schema-dir . list.pods.yaml",
  ]

  /// Prints by how many bytes the peak of memory grows when the input grows by about ten megabytes.
  private static let script = #"""
    import os, subprocess, sys
    def write(folder, count):
        os.mkdir(folder)
        record = '{"id":%d,"name":"name %d","tags":["a%d","b"],"share":%d.5}'
        with open(folder + "/list.jsonl", "w") as file:
            for number in range(count): file.write(record % ((number,) * 4) + "\n")
        subprocess.run(["decant", "-t", "json", "--slurp", "list.jsonl", "-o", "list.json"], cwd=folder, check=True)
        with open(folder + "/list.pods.jsonl", "w") as file:
            for number in range(count): file.write('{"apiVersion":"v1","kind":"Pod","spec":{"n":%d}}\n' % number)
        subprocess.run(["decant", "-t", "yaml", "list.pods.jsonl", "-o", "list.pods.yaml"], cwd=folder, check=True)
        for format in "yaml", "xml1", "openstep", "cbor", "msgpack", "json5":
            words = ["decant", "-t", format, "list.json", "-o", "list." + format]
            subprocess.run(words, cwd=folder, check=True, stderr=subprocess.DEVNULL)
    def peak(folder, words):
        words = [folder + "/" + word if word.startswith("list.") else word for word in words]
        process = os.posix_spawnp("decant", ["decant"] + words, os.environ, file_actions=[
            (os.POSIX_SPAWN_OPEN, number, "/dev/null", os.O_WRONLY, 0) for number in (1, 2)])
        _, status, usage = os.wait4(process, 0)
        if status: sys.exit(f"{words}: {status}")
        return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    with open("pod-v1.json", "w") as file: file.write('{"properties": {"spec": {"properties": {"n": {"type": "integer"}}}}}')
    write("small", 20_000)
    write("large", 200_000)
    for line in sys.stdin:
        words = line.split()
        print(peak("large", words) - peak("small", words))
    """#

  @Test func isConstant() throws {
    let scratch = try Scratch()
    try scratch.write(Self.script, to: "peak.py")
    try scratch.write(Self.commands.joined(separator: "\n"), to: "commands")
    let outcome = try scratch.shell("python3 peak.py <commands")
    #expect(outcome.errors.isEmpty)
    let growth = outcome.output.split(separator: "\n").compactMap { Int($0) }
    try #require(growth.count == Self.commands.count)
    for (command, growth) in zip(Self.commands, growth) {
      #expect(growth < 3_000_000, "\(command)")
    }
  }
}
