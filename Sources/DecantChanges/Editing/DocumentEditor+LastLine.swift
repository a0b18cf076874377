internal import DecantCore

extension DocumentEditor {
  /// Whether a text ends inside of a line.
  func endsInLine(_ text: EditedBytes) -> Bool {
    guard !format.abilities.contains(.binary), let last = text.last else { return false }
    return last != 0x0A
  }

  /// Removes the line end of the last line, unless a value ends with it, or blank lines before a last node are left.
  mutating func removeLastLineEnd() throws(DecantError) {
    guard text.last == 0x0A else { return }
    let end = text.dropLast().last == 0x0D ? text.count - 2 : text.count - 1
    guard end > 0, text[end - 1] != 0x0A else { return }
    var replacement = EditedBytes.Replacement(of: text)
    guard try replacement.apply(ByteEdit(end..<text.count, [])) else { return }
    let shorter = replacement.finish()
    if try digest(of: shorter) == digest(of: text) { text = shorter }
  }
}
