package import DecantCore

extension Input {
  /// Changes options so that a file in `target` keeps its notation when it is rewritten.
  package mutating func keepNotation(
    as target: Format, in options: inout WritingOptions
  ) throws(DecantError) {
    guard let rules = target.rewriting else { return }
    do throws(DecantError) {
      if window.unread == 0 { _ = try window.refill() }
    } catch {
      throw error.located(in: window, named: name)
    }
    rules.keepNotation(of: window.view(16), in: &options)
  }
}
