internal import DecantCore

/// A request that runs a verb of the command on its payload, which may consist of parts.
enum RequestKind: String, CaseIterable {
  case convert, check, get, edit, diff, merge

  var verb: Verb { properties.verb }

  /// The parts by the names that the verb opens them by; the last has no field for its length.
  var parts: [String] { properties.parts }

  /// The fields that are not options of the verb.
  var ownFields: [String] { properties.own }

  /// Options of the verb that have no meaning in a request, or another one.
  var unusedOptions: [String] { properties.unused }

  private var properties: (verb: Verb, parts: [String], own: [String], unused: [String]) {
    switch self {
    case .convert: (.filter, ["-"], ["fidelity"], ["schema-draft", "assert-format"])
    // Unused are those that do not affect whether a document is valid.
    case .check: (.check, ["schema", "-"], [], ["quiet", "to", "strict", "portable"])
    case .get: (.get, ["-"], ["file-name", "path"], [])
    case .edit: (.edit, ["steps", "-"], ["diff", "file-name", "once"], [])
    case .diff: (.diff, ["old", "new"], [], [])
    case .merge: (.merge, ["base", "ours", "theirs"], ["winner"], ["ours", "theirs"])
    }
  }
}

extension MessageHeader {
  /// Returns the parts of a payload, without one that may be absent.
  func parts(
    of payload: [UInt8], for kind: RequestKind
  ) throws(UsageError) -> [Console.Part] {
    var parts: [Console.Part] = []
    var start = 0
    for name in kind.parts.dropLast() {
      guard let text = self[name] else {
        guard kind != .check else { continue }
        throw UsageError("'\(word)' needs the length of a part of the payload, '\(name)=N'")
      }
      guard let length = length(name), length <= payload.count - start else {
        throw UsageError(
          "'\(name)' must be the length of a part of the payload, not '\(text.visible(limit: 64))'")
      }
      parts.append((name, Array(payload[start..<start + length])))
      start += length
    }
    let last = start == 0 ? payload : Array(payload[start...])
    return parts + kind.parts.suffix(1).map { ($0, last) }
  }
}
