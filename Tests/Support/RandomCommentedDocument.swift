import Decant
package import DecantCore

/// A random document in a random layout, with comments between its values and around it.
package struct RandomCommentedDocument {
  package var text: String
  package let value: Value
  /// The words of the comments; each occurs once in the document.
  package var words: [String]

  package init(text: String, value: Value, words: [String]) {
    self.text = text
    self.value = value
    self.words = words
  }

  package init(_ seed: UInt64, as format: Format) {
    var layout = RandomLayout(seed: seed)
    value = layout.value()
    let isYAML = format.name == Format.yaml.name
    text = isYAML ? layout.yaml(value) : layout.json5(value)
    words = (1..<layout.comments + 1).map { "c\($0) {[\"']}," }
    if isYAML, layout.pick(0...1) == 0 { addLinesAround(&layout) }
  }

  private mutating func addLinesAround(_ layout: inout RandomLayout) {
    for isAtEnd in [false, true] {
      // An indented line would be part of a block scalar at the end.
      let isInText = isAtEnd && text.contains("|")
      for _ in 0..<layout.pick(0...3) {
        let word = "w\(words.count)."
        let indent = isInText ? 0 : layout.pick(0...6)
        let line = String(repeating: " ", count: indent) + "# \(word)\n"
        let blank = String(repeating: "\n", count: layout.pick(0...2))
        text = isAtEnd ? text + blank + line : line + blank + text
        words.append(word)
      }
    }
  }
}
