import Foundation

/// A message of the protocol, which decant-serve(1) specifies.
struct Message {
  static let longestHeader = 65536

  let word: String
  let fields: [String: String]
  let payload: [UInt8]
  let diagnostics: [Diagnostic]

  static func header(_ word: String, _ fields: [String: String]) throws(DecantError) -> [UInt8] {
    var header = word
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      // An invalid name would end the service.
      guard
        !name.isEmpty, name != "bytes",
        name.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) })
      else { throw DecantError(.usage, "invalid option '\(name)'") }
      header += " \(name)=\(encoded(value))"
    }
    guard header.utf8.count <= longestHeader - 128 else {
      throw DecantError(.usage, "the options are too long for a request")
    }
    return Array(header.utf8)
  }

  /// Returns a request whose payload has `parts`, whose lengths are fields, before `payload`.
  static func request(
    _ header: [UInt8], _ payload: some Collection<UInt8>,
    after parts: [(name: String, bytes: [UInt8])] = []
  ) -> [UInt8] {
    let count = parts.reduce(payload.count) { $0 + $1.bytes.count }
    let lengths = parts.map { " \($0.name)=\($0.bytes.count)" }.joined()
    return header + Array("\(lengths) bytes=\(count)\n".utf8) + parts.flatMap(\.bytes) + payload
  }

  private static func encoded(_ value: String) -> String {
    var text = ""
    for byte in value.utf8 {
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  static func parse(_ header: some Sequence<UInt8>) -> (word: String, fields: [String: String]) {
    let parts = String(decoding: Array(header), as: UTF8.self).split(separator: " ")
    var fields: [String: String] = [:]
    for part in parts.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let value = String(part[part.index(after: equals)...])
      fields[String(part[..<equals])] = value.removingPercentEncoding ?? value
    }
    return (parts.first.map { String($0) } ?? "", fields)
  }

  static func diagnostics(_ bytes: some Collection<UInt8>) -> [Diagnostic] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      try? JSONDecoder().decode(Diagnostic.self, from: Data(line))
    }
  }
}

/// A buffer of received bytes that returns complete replies.
struct ReplyBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  /// The next reply, and the offset of its payload.
  private var header: (word: String, fields: [String: String], end: Int)?

  mutating func append(_ part: some Collection<UInt8>) {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
      start = 0
    }
    bytes += part
  }

  /// Returns the next reply; nil until all of it has been received.
  mutating func next() -> Message? {
    if header == nil {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let (word, fields) = Message.parse(bytes[start..<end])
      header = (word, fields, end + 1)
    }
    guard let (word, fields, payload) = header else { return nil }
    let middle = payload + (fields["bytes"].flatMap { Int($0) } ?? 0)
    let end = middle + (fields["diagnostics"].flatMap { Int($0) } ?? 0)
    guard bytes.count >= end else { return nil }
    header = nil
    start = end
    return Message(
      word: word, fields: fields, payload: Array(bytes[payload..<middle]),
      diagnostics: Message.diagnostics(bytes[middle..<end]))
  }
}
