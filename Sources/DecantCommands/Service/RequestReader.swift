internal import DecantCore

struct RequestReader: ~Copyable {
  private var window: Window
  private let longestPayload: Int

  init(_ source: any ByteSource, longestPayload: Int) {
    window = Window(source)
    self.longestPayload = longestPayload
  }

  struct Message {
    let header: MessageHeader
    let payload: Payload
  }

  enum Payload {
    case bytes([UInt8])
    case tooLong(Int)
  }

  enum Failure: Error {
    case framing(FramingError)
    case transfer(DecantError)
  }

  mutating func next() throws(Failure) -> Message? {
    guard let header = try readHeader() else { return nil }
    guard let length = header.payloadLength else { throw .framing(.badLength) }
    return Message(header: header, payload: try readPayload(length))
  }

  private mutating func readHeader() throws(Failure) -> MessageHeader? {
    var searched = 0
    while true {
      let start = window.position
      let (from, count) = (start + searched, window.count)
      let end = window.withBytes { bytes in
        bytes.firstIndex(of: 0x0A, in: from..<count)
      }
      if let end {
        guard end - start <= MessageHeader.longest else { throw .framing(.tooLong) }
        window.position = end + 1
        return try mappingError(
          Failure.framing,
          try window.withBytes { (bytes) throws(FramingError) in
            let hasReturn = end > start && bytes.byte(at: end - 1) == 0x0D
            return try MessageHeader(line: bytes.extracting(start..<(hasReturn ? end - 1 : end)))
          })
      }
      searched = count - start
      guard searched <= MessageHeader.longest else { throw .framing(.tooLong) }
      guard try refill() else {
        if searched > 0 { throw .framing(.ended) }
        return nil
      }
    }
  }

  private mutating func readPayload(_ length: Int) throws(Failure) -> Payload {
    var rest = length
    var bytes: [UInt8] = []
    let isKept = length <= longestPayload
    while rest > 0 {
      if window.position == window.count, try !refill() { throw .framing(.ended) }
      let start = window.position
      let end = min(start + rest, window.count)
      if isKept {
        window.withBytes { bytes.append(copying: $0.extracting(start..<end)) }
      }
      window.position = end
      rest -= end - start
    }
    return isKept ? .bytes(bytes) : .tooLong(length)
  }

  private mutating func refill() throws(Failure) -> Bool {
    try mappingError(Failure.transfer, try window.refill())
  }
}

extension MessageHeader {
  private static let bare: Set<String> = ["hello", "formats", "ping", "quit"]

  fileprivate var payloadLength: Int? {
    self["bytes"] == nil && Self.bare.contains(word) ? 0 : length("bytes")
  }

  /// Returns the length in a field; nil without the field, or if it is not decimal digits.
  func length(_ name: String) -> Int? {
    guard let text = self[name], text.utf8.count <= 18, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    return Int(text)
  }
}
