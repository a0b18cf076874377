internal import DecantCore

struct PacketReader: ~Copyable {
  private var window: Window

  init(_ source: any ByteSource) {
    window = Window(source)
  }

  /// Returns the next packet; nil at the end of the stream.
  mutating func next() throws(DecantError) -> Packet? {
    guard try hold(Packet.headerLength) else {
      guard window.position == window.count else { throw failure(.endsInsidePacket) }
      return nil
    }
    guard let length = Packet.length(view(0..<Packet.headerLength)) else {
      throw failure(.noPacket)
    }
    if length == 0 {
      window.position += Packet.headerLength
      return .flush
    }
    // The lengths 1 to 3 have a meaning only in other protocols.
    let lengths = Packet.headerLength...Packet.headerLength + Packet.longestPayload
    guard lengths.contains(length) else { throw failure(.invalidLength(length)) }
    guard try hold(length) else { throw failure(.endsInsidePacket) }
    let payload = view(Packet.headerLength..<length)
    window.position += length
    return .payload(payload)
  }

  /// Returns the lines up to the next flush packet, without their ends; nil at the end of the stream.
  mutating func nextLines() throws(DecantError) -> [String]? {
    guard var packet = try next() else { return nil }
    var lines: [String] = []
    while case .payload(let line) = packet {
      lines.append(String(decoding: line.last == 0x0A ? line.dropLast() : line, as: UTF8.self))
      packet = try nextInList()
    }
    return lines
  }

  /// Copies the payloads up to the next flush packet.
  ///
  /// All packets are read even if `destination` fails; returns its error.
  mutating func copyContent(
    to destination: any ByteDestination
  ) throws(DecantError) -> DecantError? {
    var failure: DecantError?
    while case .payload(let bytes) = try nextInList() {
      guard failure == nil else { continue }
      do throws(DecantError) {
        try bytes.withBytes { (bytes) throws(DecantError) in try destination.write(bytes) }
      } catch {
        failure = error
      }
    }
    return failure
  }

  private mutating func nextInList() throws(DecantError) -> Packet {
    guard let packet = try next() else { throw failure(.endsInsideRequest) }
    return packet
  }

  /// Reads until the window holds `count` bytes; returns false at the end of the stream.
  private mutating func hold(_ count: Int) throws(DecantError) -> Bool {
    while window.count - window.position < count {
      guard try window.refill() else { return false }
    }
    return true
  }

  private func view(_ range: Range<Int>) -> [UInt8] {
    let start = window.position
    return window.withBytes {
      [UInt8]($0.extracting(start + range.lowerBound..<start + range.upperBound))
    }
  }

  private func failure(_ problem: GitProblem) -> DecantError {
    DecantError(.git(problem), offset: window.origin + window.position)
  }
}
