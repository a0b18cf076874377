package import DecantCore

extension Input {
  /// Changes a plan so that a file in its target keeps its notation when it is rewritten; and its layout, if
  /// `keepsLayout` is true and the plan has no other one.
  package mutating func keepNotation(
    in plan: inout Plan, layout keepsLayout: Bool
  ) throws(DecantError) {
    let findLayout = plan.target.findLayout
    let mayKeepLayout =
      keepsLayout && format.name == plan.target.name && plan.writing.indentation == nil
      && plan.scalars == .inFormat
    guard plan.target.rewriting != nil || findLayout != nil && mayKeepLayout else { return }
    let sample = findLayout == nil ? 16 : 1 << 16
    do throws(DecantError) {
      while window.unread < sample, try window.refill() {}
    } catch {
      throw error.located(in: window, named: name)
    }
    plan.target.rewriting?.keepNotation(of: window.view(sample), in: &plan.writing)
    if mayKeepLayout, let findLayout {
      plan.keepsLayout = findLayout(window.view(sample), &plan.writing)
    }
  }
}
