import Decant

/// A part of a document, and the way to it.
///
/// A value does not know where it is. Who takes a document apart by hand keeps the way, so that an error can say
/// it: the filter finds line and column by that.
struct Part {
  let value: Value
  private let path: DocumentPath

  /// Creates the part that is the whole.
  init(_ root: Value) {
    self.init(root, DocumentPath())
  }

  private init(_ value: Value, _ path: DocumentPath) {
    self.value = value
    self.path = path
  }

  /// The value of a key, which must be there.
  func member(_ key: String) throws(DecantError) -> Part {
    guard case .mapping(let mapping) = value else { throw invalid("a mapping belongs here") }
    guard let value = mapping[key] else { throw invalid("no value for the key '\(key)'") }
    return Part(value, path(to: key))
  }

  /// The elements of the sequence that a key has.
  func elements(_ key: String) throws(DecantError) -> [Part] {
    let part = try member(key)
    guard case .sequence(let elements) = part.value else {
      throw part.invalid("'\(key)' is a sequence")
    }
    return elements.enumerated().map { index, element in
      Part(element, DocumentPath(part.path.steps + [.index(index)]))
    }
  }

  /// The text that a key has.
  func string(_ key: String) throws(DecantError) -> String {
    let part = try member(key)
    guard case .string(let text) = part.value else { throw part.invalid("'\(key)' is a string") }
    return text
  }

  /// The integer that a key has.
  func integer(_ key: String) throws(DecantError) -> Int {
    let part = try member(key)
    guard case .number(let number) = part.value, let integer = number.int else {
      throw part.invalid("'\(key)' is an integer")
    }
    return integer
  }

  /// The number that a key has.
  func number(_ key: String) throws(DecantError) -> Double {
    let part = try member(key)
    guard case .number(let number) = part.value, let double = number.double else {
      throw part.invalid("'\(key)' is a number")
    }
    return double
  }

  // MARK: Errors

  /// An error about this part.
  func invalid(_ words: String) -> DecantError {
    DecantError(.other(words, hint: nil), path: path)
  }

  /// An error about the value of a key.
  func invalid(_ key: String, _ words: String) -> DecantError {
    DecantError(.other(words, hint: nil), path: path(to: key))
  }

  private func path(to key: String) -> DocumentPath {
    DocumentPath(path.steps + [.key(key)])
  }
}
