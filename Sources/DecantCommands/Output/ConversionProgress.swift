internal import DecantCore
internal import DecantConversion
internal import DecantSystem
internal import Synchronization

/// The progress of the filter, shown in runs of more than a second.
final class ConversionProgress: Sendable {
  private struct State {
    var bar: ProgressBar
    var line = ProgressLine()
  }

  private let state: Mutex<State>

  static let delay = 1.0

  /// Creates the progress of a run; nil if the bar is off, or if it would disturb output to the terminal.
  init?(on console: Console, _ arguments: Arguments) {
    let bar = ProgressBar(on: console, arguments, after: Self.delay)
    guard bar.isOn else { return nil }
    let isStandard = [nil, "-", "/dev/stdout"].contains(arguments.output)
    let writesToTerminal =
      console.isOutputTerminal && isStandard && arguments.inPlace == nil
    guard !writesToTerminal else { return nil }
    var state = State(bar: bar)
    let files = arguments.operands.isEmpty ? ["-"] : arguments.operands
    state.line.allBytes = files.reduce(0 as Int?) { sum, file in
      let size =
        file == "-" ? console.inputSize() : System.status(of: file).regularFile?.version.size
      guard let sum, let size else { return nil }
      return sum + size
    }
    self.state = Mutex(state)
  }

  func watch(_ source: any ByteSource) -> any ByteSource {
    ObservedSource(source) { [self] in count($0) }
  }

  func hide() {
    state.withLock { $0.bar.hide() }
  }

  private func count(_ bytes: Int) {
    state.withLock { state in
      state.line.bytes += bytes
      state.bar.show(state.line)
    }
  }
}
