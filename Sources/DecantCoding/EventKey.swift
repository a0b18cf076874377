internal import DecantCore

/// A key of a document, or the index of an element.
package struct EventKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  /// Creates a key of a dictionary, as the standard library's own key: with an integer if the text is one.
  init(ofDictionary text: String) {
    stringValue = text
    intValue = Int(text)
  }

  package init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  package init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  package static let `super` = EventKey(stringValue: "super")
}
