/// A key as it is in a document, or the place of an element.
struct EventKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  /// The key that an element goes by in a coding path.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  /// The key that a value goes by which belongs to the part of an object that its superclass codes.
  static let `super` = EventKey(stringValue: "super")
}
