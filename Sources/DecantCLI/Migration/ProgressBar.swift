internal import Decant

/// Shows the progress on a terminal, and takes it away when something else is to be shown there.
struct ProgressBar {
  private let console: Console
  private let isOn: Bool
  private let start = System.uptime
  private var isShown = false
  private var lastShown = 0.0

  /// Seconds between two looks of it.
  static let interval = 0.1

  private static let erasing = "\r\u{1B}[K"

  init(on console: Console, _ arguments: Arguments) {
    self.console = console
    isOn =
      console.isErrorTerminal && !console.isDumb && !arguments.quiet
      && arguments.errorFormat != .json
  }

  /// Shows how far it is, if that was not done a moment ago.
  mutating func show(_ state: ProgressLine) {
    let now = System.uptime
    guard isOn, now - lastShown >= Self.interval || !isShown else { return }
    lastShown = now
    var state = state
    state.elapsed = now - start
    let text = state.text(width: console.askWidth() ?? console.width)
    console.complain(Self.erasing + text)
    isShown = true
  }

  /// Leaves the line empty for what comes next.
  mutating func hide() {
    guard isShown else { return }
    console.complain(Self.erasing)
    isShown = false
  }
}
