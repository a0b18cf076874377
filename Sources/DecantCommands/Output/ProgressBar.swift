internal import DecantCore

/// A progress bar on a terminal, which is erased before other output to it.
struct ProgressBar: Sendable {
  let isOn: Bool

  private let writeError: @Sendable (String) -> Void
  private let askWidth: @Sendable () -> Int?
  private let usualWidth: Int
  private let clock: @Sendable () -> Double
  private let start: Double
  private let delay: Double
  private var isShown = false
  private var lastShown = 0.0

  static let interval = 0.1

  private static let erasing = "\r\u{1B}[K"

  init(on console: Console, _ arguments: Arguments, after delay: Double = 0) {
    isOn =
      console.isErrorTerminal && !console.isDumb && !arguments.quiet
      && arguments.errorFormat != .json
    writeError = console.writeError
    askWidth = console.askWidth
    usualWidth = console.width
    clock = console.clock
    start = console.clock()
    self.delay = delay
  }

  mutating func show(_ state: ProgressLine) {
    guard isOn else { return }
    let now = clock()
    guard now - start >= delay, now - lastShown >= Self.interval || !isShown else { return }
    lastShown = now
    var state = state
    state.elapsed = now - start
    let text = state.text(width: askWidth() ?? usualWidth)
    writeError(Self.erasing + text)
    isShown = true
  }

  mutating func hide() {
    guard isShown else { return }
    writeError(Self.erasing)
    isShown = false
  }
}
