internal import DecantCore

/// The bytes of a reply, which end a request that is too long or takes too long.
final class ReplyDestination: ByteDestination {
  private let memory = MemoryDestination()
  private let limit: Int
  private(set) var isFull = false

  init(atMost limit: Int) { self.limit = limit }

  var bytes: [UInt8] { memory.bytes }

  func write(_ bytes: RawSpan) throws(DecantError) {
    try Deadline.check()
    guard memory.bytes.count + bytes.byteCount <= limit else {
      isFull = true
      throw DecantError(.other("the reply is longer than \(limit) bytes", hint: nil))
    }
    memory.write(bytes)
  }
}
