import Decant

/// A part of a document, and its path.
///
/// A `Value` does not store its position, but the filter finds line and column by the path.
struct Part {
  let value: Value
  private let path: DocumentPath

  init(_ root: Value) {
    self.init(root, DocumentPath())
  }

  private init(_ value: Value, _ path: DocumentPath) {
    self.value = value
    self.path = path
  }

  func member(_ key: String) throws(DecantError) -> Part {
    guard case .mapping(let mapping) = value else { throw invalid("a mapping belongs here") }
    guard let value = mapping[key] else { throw invalid("no value for the key '\(key)'") }
    return Part(value, path(to: key))
  }

  func elements(_ key: String) throws(DecantError) -> [Part] {
    let part = try member(key)
    guard case .sequence(let elements) = part.value else {
      throw part.invalid("'\(key)' is a sequence")
    }
    return elements.enumerated().map { index, element in
      Part(element, DocumentPath(part.path.steps + [.index(index)]))
    }
  }

  func string(_ key: String) throws(DecantError) -> String {
    let part = try member(key)
    guard case .string(let text) = part.value else { throw part.invalid("'\(key)' is a string") }
    return text
  }

  func integer(_ key: String) throws(DecantError) -> Int {
    let part = try member(key)
    guard case .number(let number) = part.value, let integer = number.int else {
      throw part.invalid("'\(key)' is an integer")
    }
    return integer
  }

  func number(_ key: String) throws(DecantError) -> Double {
    let part = try member(key)
    guard case .number(let number) = part.value, let double = number.double else {
      throw part.invalid("'\(key)' is a number")
    }
    return double
  }

  func invalid(_ words: String) -> DecantError {
    DecantError(.other(words, hint: nil), path: path)
  }

  func invalid(_ key: String, _ words: String) -> DecantError {
    DecantError(.other(words, hint: nil), path: path(to: key))
  }

  private func path(to key: String) -> DocumentPath {
    DocumentPath(path.steps + [.key(key)])
  }
}
