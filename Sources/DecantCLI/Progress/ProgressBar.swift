internal import Decant

/// Shows the progress on a terminal, and erases it when something else is to be shown there.
struct ProgressBar: Sendable {
  /// Whether standard error is a terminal that the bar can be shown on, and nothing speaks against that.
  let isOn: Bool

  private let complain: @Sendable (String) -> Void
  private let askWidth: @Sendable () -> Int?
  private let usualWidth: Int
  private let clock: @Sendable () -> Double
  private let start: Double
  /// How many seconds pass before the bar is shown.
  private let delay: Double
  private var isShown = false
  private var lastShown = 0.0

  /// Seconds between two looks of it.
  static let interval = 0.1

  private static let erasing = "\r\u{1B}[K"

  init(on console: Console, _ arguments: Arguments, after delay: Double = 0) {
    isOn =
      console.isErrorTerminal && !console.isDumb && !arguments.quiet
      && arguments.errorFormat != .json
    complain = console.complain
    askWidth = console.askWidth
    usualWidth = console.width
    clock = console.clock
    start = console.clock()
    self.delay = delay
  }

  /// Shows the state, if that was not done a moment ago.
  mutating func show(_ state: ProgressLine) {
    guard isOn else { return }
    let now = clock()
    guard now - start >= delay, now - lastShown >= Self.interval || !isShown else { return }
    lastShown = now
    var state = state
    state.elapsed = now - start
    let text = state.text(width: askWidth() ?? usualWidth)
    complain(Self.erasing + text)
    isShown = true
  }

  /// Leaves the line empty for what comes next.
  mutating func hide() {
    guard isShown else { return }
    complain(Self.erasing)
    isShown = false
  }
}
