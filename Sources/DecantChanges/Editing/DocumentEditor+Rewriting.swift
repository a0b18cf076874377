internal import DecantCore
internal import DecantConversion

extension DocumentEditor {
  /// Makes the changes of a format that is written as a whole.
  ///
  /// The result is read again, and must have the same objects as the document with the changes.
  mutating func rewrite(
    _ number: Int?, by rules: any RewritingRules, _ step: EditStep
  ) throws(DecantError) -> Bool {
    var count = 0
    var expected: Document?
    try read(text) { (nodes) throws(DecantError) in
      defer { count += 1 }
      guard number == nil || number == count + 1 else { return }
      var document = edited(nodes, [0x0A])
      document.rules = rules
      let changes = try step(document, count)
      guard !changes.isEmpty else { return }
      var edits: [TapeEdit] = []
      for change in changes { edits.append(try change.tapeEdit(of: document)) }
      let tape = try nodes.tape.applying(edits).restoringAnchors(of: nodes.tape)
      expected = Document(tape)
    }
    try checkSelection(number, count)
    guard let expected else { return false }
    var plan = Plan(to: format)
    plan.losses = losses
    rules.keepNotation(of: Array(text.prefix(16)), in: &plan.writing)
    let result = text.replacingAll(by: try expected.encoded(by: plan))
    var found: Document?
    do throws(DecantError) {
      try read(result) { found = Document($0.tape) }
    } catch {
      throw DecantError(.unverified)
    }
    guard let found, try rules.difference(between: expected, and: found) == nil else {
      throw DecantError(.unverified)
    }
    replaceText(by: result)
    return true
  }
}
