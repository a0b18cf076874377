internal import DecantCore

/// A unit of git's protocols (gitprotocol-common(5), "pkt-line Format").
///
///     │ length, 4 hexadecimal digits │ payload, length − 4 bytes │        0000: the end of a list
enum Packet: Equatable {
  case payload([UInt8])
  case flush

  static let headerLength = 4

  static let longestPayload = 65516

  /// Returns the length that four hexadecimal digits state; nil if they are not digits.
  static func length(_ digits: [UInt8]) -> Int? {
    var length = 0
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      length = length << 4 | value
    }
    return length
  }

  /// Returns the four digits of the length of a packet.
  static func digits(forPayload count: Int) -> String {
    let digits = String(count + headerLength, radix: 16)
    return String(repeating: "0", count: headerLength - digits.count) + digits
  }
}

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

/// A writer of packets; as a destination, it divides content into packets.
final class PacketWriter: ByteDestination {
  private let sink: ByteSink

  init(_ destination: any ByteDestination) {
    sink = ByteSink(destination)
  }

  func write(_ bytes: RawSpan) throws(DecantError) {
    var start = 0
    while start < bytes.byteCount {
      let count = min(bytes.byteCount - start, Packet.longestPayload)
      try sink.write(Packet.digits(forPayload: count))
      try sink.write(bytes.extracting(start..<start + count))
      start += count
    }
  }

  /// Writes a list of lines, and its end.
  func write(lines: [String]) throws(DecantError) {
    for line in lines {
      try (line + "\n").withBytes { (bytes) throws(DecantError) in try write(bytes) }
    }
    try endList()
  }

  func endList() throws(DecantError) {
    try sink.write("0000")
  }

  func flush() throws(DecantError) {
    try sink.flush()
  }
}

struct GitRequest: Equatable {
  var command = ""
  var path: String?

  /// Parses lines such as `command=clean`; others are about objects of git, and not needed.
  init(_ lines: [String]) {
    for line in lines {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let value = String(line[line.index(after: equals)...])
      switch line[..<equals] {
      case "command": command = value
      case "pathname": path = value
      default: break
      }
    }
  }
}

/// A direction of the filter.
enum GitCommand: String, CaseIterable {
  /// From the working tree to the repository.
  case clean
  /// From the repository to the working tree.
  case smudge

  static let names = allCases.map(\.rawValue)
}
