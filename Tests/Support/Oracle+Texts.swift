/// Python's readers of formats, by the module that has each.
///
/// Such an oracle reads a JSON array per line: the bytes of a document in hexadecimal, and a JSON value. It writes an empty
/// line if the document has that value, and else what it read instead.
extension Oracle {
  public static let jsonValues = values("json", "json.loads(data.decode())")
  public static let tomllibValues = values("tomllib", "tomllib.loads(data.decode())")
  public static let plistlibValues = values("plistlib", "plistlib.loads(data)")
  public static let pyYAMLValues = values("yaml", "yaml.safe_load(data.decode())")
  public static let cbor2Values = values("cbor2", "cbor2.loads(data)")
  public static let msgpackValues = values("msgpack", "msgpack.unpackb(data)")

  /// Node.js, whose literals JSON5 has.
  public static let ecmaScriptValues = Oracle(
    description: "node",
    command: [
      "node", "-e",
      """
      const assert = require('assert')
      for (const line of require('fs').readFileSync(0, 'utf8').split('\\n').filter(line => line)) {
        const job = JSON.parse(line)
        if (job === 0) { console.log(0); continue }
        let found
        try { found = eval('(' + Buffer.from(job[0], 'hex').toString() + '\\n)') } catch (error) { found = String(error) }
        let isEqual = true
        try { assert.deepStrictEqual(found, job[1]) } catch { isEqual = false }
        console.log(JSON.stringify(isEqual ? '' : JSON.stringify(found)))
      }
      """,
    ])

  private static func values(_ module: String, _ read: String) -> Oracle {
    Oracle(
      description: "Python's \(module)",
      command: [
        "python3", "-c",
        """
        import json, sys, \(module)
        def read(data): return \(read)
        for line in sys.stdin:
            job = json.loads(line)
            if job == 0:
                print(0)
                continue
            try:
                found = read(bytes.fromhex(job[0]))
            except Exception as error:
                found = repr(error)
            print(json.dumps('' if found == job[1] else repr(found)))
        """,
      ])
  }
}
