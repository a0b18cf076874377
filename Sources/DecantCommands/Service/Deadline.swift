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

extension Double {
  fileprivate var inWords: String { Int(exactly: self).map { String($0) } ?? String(self) }
}
