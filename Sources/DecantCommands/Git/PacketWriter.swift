internal import DecantCore

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
