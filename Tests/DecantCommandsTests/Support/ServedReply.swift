import Decant
import DecantCore

@testable import DecantCommands

/// A reply, parsed by a client's rule: only the stated lengths count.
struct ServedReply: Equatable {
  var header: String
  var payload: String
  var diagnostics = ""

  /// Returns the replies in `output`; nil if it contains anything else.
  static func all(in output: [UInt8]) -> [ServedReply]? {
    var rest = output[...]
    var replies: [ServedReply] = []
    while let end = rest.firstIndex(of: 0x0A) {
      guard let header = try? MessageHeader(line: rest[..<end]),
        ["ok", "error"].contains(header.word)
      else { return nil }
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      func take(_ name: String) -> String? {
        guard let count = Int(header[name] ?? "0"), 0...rest.count ~= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
      }
      guard let payload = take("bytes"), let diagnostics = take("diagnostics") else { return nil }
      replies.append(ServedReply(header: line, payload: payload, diagnostics: diagnostics))
    }
    return rest.isEmpty ? replies : nil
  }
}

extension MessageHeader {
  init(line: some Collection<UInt8>) throws(FramingError) {
    self = try Array(line).withBytes { (line) throws(FramingError) in try MessageHeader(line: line)
    }
  }
}
