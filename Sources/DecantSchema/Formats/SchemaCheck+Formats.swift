internal import DecantCore

/// The formats of texts.
extension SchemaCheck {
  mutating func checkFormat(
    _ format: Int, _ node: Int, _ place: CompiledSchema.Place
  ) -> Bool {
    guard let format = SchemaFormat(rawValue: format) else { return true }
    budget -= 8 * instance.stepsOfText(of: node)
    if format.matches(instance.withText(of: node) { [UInt8]($0) }[...]) { return true }
    if isNoting { note(.form(format.words), node, place) }
    return false
  }

  mutating func checkContent(
    _ content: Int, _ node: Int, _ place: CompiledSchema.Place
  ) -> Bool {
    let content = SchemaContent(rawValue: content)
    budget -= 8 * instance.stepsOfText(of: node)
    if instance.withText(of: node, { content.matches($0) }) { return true }
    if isNoting { note(.form(content.words), node, place) }
    return false
  }
}
