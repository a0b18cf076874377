internal import DecantCore

/// The formats of texts.
extension SchemaCheck {
  mutating func checkFormat(
    _ format: Int, _ node: Int, _ location: CompiledSchema.Location
  ) -> Bool {
    guard let format = SchemaFormat(rawValue: format) else { return true }
    budget -= 8 * instance.stepsOfText(of: node)
    if format.matches(instance.withText(of: node) { [UInt8]($0) }[...]) { return true }
    if isRecording { record(.form(format.words), node, location) }
    return false
  }

  mutating func checkContent(
    _ content: Int, _ node: Int, _ location: CompiledSchema.Location
  ) -> Bool {
    let content = SchemaContent(rawValue: content)
    budget -= 8 * instance.stepsOfText(of: node)
    if instance.withText(of: node, { content.matches($0) }) { return true }
    if isRecording { record(.form(content.words), node, location) }
    return false
  }
}
