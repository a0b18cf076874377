package import DecantCore

extension Input {
  /// Changes a plan so that a file in its target keeps its notation when it is rewritten; and its encoding, line ends and
  /// layout, if `keepsLayout` is true and the plan has no other one.
  package mutating func keepNotation(
    in plan: inout Plan, layout keepsLayout: Bool
  ) throws(DecantError) {
    let isKept = keepsLayout && format.name == plan.target.name && plan.scalars == .inFormat
    let keepsLineEnds = isKept && format.abilities.contains(.lineEnds)
    let findLayout = isKept && plan.writing.indentation == nil ? plan.target.findLayout : nil
    let encoding = UnicodeSource.Form.all.first { $0.mark == window.mark }
    if isKept, let encoding, !format.abilities.contains(.binary) {
      plan.writing.textForm.encoding = encoding
    }
    guard plan.target.rewriting != nil || keepsLineEnds || findLayout != nil else { return }
    let sample = keepsLineEnds || findLayout != nil ? 1 << 16 : 16
    do throws(DecantError) {
      while window.unread < sample, try window.refill() {}
    } catch {
      throw error.located(in: window, named: name)
    }
    plan.target.rewriting?.keepNotation(of: window.view(sample), in: &plan.writing)
    if keepsLineEnds { plan.writing.textForm.keepLineEnds(of: window.view(sample)) }
    if let findLayout {
      plan.keepsLayout = findLayout(window.view(sample), &plan.writing)
    }
  }
}
