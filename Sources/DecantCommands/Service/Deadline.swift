internal import DecantCore

final class Deadline {
  private let seconds: Double
  private let end: Double
  private(set) var hasPassed = false

  init(in seconds: Double) {
    self.seconds = seconds
    end = System.uptime + seconds
  }

  func check() throws(DecantError) {
    guard System.uptime > end else { return }
    hasPassed = true
    throw DecantError(.other("took longer than \(seconds.inWords) seconds", hint: nil))
  }
}

final class ReplyDestination: ByteDestination {
  private let memory = MemoryDestination()
  private let limit: Int
  private let deadline: Deadline?
  private(set) var isFull = false

  init(atMost limit: Int, until deadline: Deadline?) {
    self.limit = limit
    self.deadline = deadline
  }

  var bytes: [UInt8] { memory.bytes }

  func write(_ bytes: RawSpan) throws(DecantError) {
    try deadline?.check()
    guard memory.bytes.count + bytes.byteCount <= limit else {
      isFull = true
      throw DecantError(.other("the reply is longer than \(limit) bytes", hint: nil))
    }
    memory.write(bytes)
  }
}

extension Double {
  fileprivate var inWords: String { Int(exactly: self).map { String($0) } ?? String(self) }
}
