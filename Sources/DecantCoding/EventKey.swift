internal import DecantCore

/// A key of a document, or the index of an element.
struct EventKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  /// Creates a key of a dictionary, as the standard library's own key: with an integer if the text is one.
  init(ofDictionary text: String) {
    stringValue = text
    intValue = Int(text)
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  static let `super` = EventKey(stringValue: "super")
}
