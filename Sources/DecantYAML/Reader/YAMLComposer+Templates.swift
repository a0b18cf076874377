internal import DecantCore

/// Templates for Helm, Jinja and the like that are valid YAML.
///
/// YAML reads `{{ .Values.name }}` as a mapping whose only key is a mapping without a value. Data is not written like that.
extension YAMLComposer {
  /// Notes whether the mapping that begins with `token` is a key directly after the brace that its own mapping begins with.
  @inline(never)
  mutating func noteBraces(before token: YAMLToken, _ bytes: RawSpan, _ batch: borrowing EventBatch)
  {
    let position = Int(token.position)
    guard let key = keys.open.last, key.offset == batch.origin + position, position > 0,
      frames[frames.count - 2].column == Frame.noColumn,
      bytes.byte(at: position) == UInt8(ascii: "{"),
      bytes.byte(at: position - 1) == UInt8(ascii: "{")
    else { return }
    bracedKeys.append(key.offset)
  }

  /// Refuses a template, or notes the first of the document.
  mutating func takeTemplate(at offset: Int) throws(DecantError) {
    let error = failure(.yaml(.template), at: offset)
    guard !options.isStrict, !options.replacesInput else { throw error }
    if template == nil { template = error }
  }

  mutating func endTemplates() {
    if let template = template.take() { tolerated.append(template) }
  }
}
