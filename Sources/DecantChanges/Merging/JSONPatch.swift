public import DecantCore

/// A list of changes to a value, as in RFC 6902.
///
///     let patch = new.difference(from: old)
///     try old.apply(patch)   // old == new
///
/// It is `Codable`, so it can be read from and written to any format.
public struct JSONPatch: Sendable, Hashable {
  /// A change, or a condition for later changes.
  public enum Operation: Sendable, Hashable {
    /// Sets the value of a key, or inserts an element before an index, where `-` is the end.
    case add(DocumentPointer, Value)
    /// Removes a value.
    case remove(DocumentPointer)
    /// Replaces a value.
    case replace(DocumentPointer, Value)
    /// Removes a value and adds it at another path.
    case move(from: DocumentPointer, to: DocumentPointer)
    /// Adds a copy of a value at another path.
    case copy(from: DocumentPointer, to: DocumentPointer)
    /// Throws an error unless the value equals the given one.
    case test(DocumentPointer, Value)
  }

  /// The changes, in order.
  public var operations: [Operation]

  /// Creates a patch of operations.
  public init(_ operations: [Operation] = []) {
    self.operations = operations
  }
}

extension JSONPatch {
  /// Parses a patch from a sequence of mappings with `op`, `path` and what the operation needs.
  public init(_ value: Value) throws(DecantError) {
    guard let elements = value.array else {
      throw DecantError(
        .specific(ChangeProblem.malformedPatch("expected a sequence of operations")))
    }
    var operations: [Operation] = []
    operations.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do throws(DecantError) {
        operations.append(try Operation(element))
      } catch {
        var error = error
        error.path = DocumentPath([.index(index)])
        throw error
      }
    }
    self.init(operations)
  }

  /// The patch as a sequence of operations.
  @inlinable public var value: Value { .sequence(operations.map(\.value)) }
}

extension JSONPatch.Operation {
  fileprivate init(_ value: Value) throws(DecantError) {
    guard let mapping = value.mapping, let name = mapping["op"]?.string else {
      throw Self.malformed("expected an operation with 'op'")
    }
    let path = try Self.pointer("path", of: mapping)
    switch name {
    case "add": self = .add(path, try Self.value(of: mapping))
    case "remove": self = .remove(path)
    case "replace": self = .replace(path, try Self.value(of: mapping))
    case "move": self = .move(from: try Self.pointer("from", of: mapping), to: path)
    case "copy": self = .copy(from: try Self.pointer("from", of: mapping), to: path)
    case "test": self = .test(path, try Self.value(of: mapping))
    default: throw Self.malformed("unknown operation \(name.quoted)")
    }
  }

  private static func pointer(
    _ key: String, of mapping: Mapping
  ) throws(DecantError) -> DocumentPointer {
    guard let text = mapping[key]?.string else { throw malformed("expected '\(key)'") }
    guard let pointer = DocumentPointer(text) else {
      throw malformed("\(text.quoted) is not a JSON Pointer")
    }
    return pointer
  }

  private static func value(of mapping: Mapping) throws(DecantError) -> Value {
    guard let value = mapping["value"] else { throw malformed("expected 'value'") }
    return value
  }

  private static func malformed(_ what: String) -> DecantError {
    DecantError(.specific(ChangeProblem.malformedPatch(what)))
  }

  @usableFromInline var value: Value {
    var mapping = Mapping()
    mapping["op"] = .string(name)
    switch self {
    case .move(let from, let path), .copy(let from, let path):
      mapping["from"] = .string(from.description)
      mapping["path"] = .string(path.description)
    case .remove(let path):
      mapping["path"] = .string(path.description)
    case .add(let path, let value), .replace(let path, let value), .test(let path, let value):
      mapping["path"] = .string(path.description)
      mapping["value"] = value
    }
    return .mapping(mapping)
  }

  private var name: String {
    switch self {
    case .add: "add"
    case .remove: "remove"
    case .replace: "replace"
    case .move: "move"
    case .copy: "copy"
    case .test: "test"
    }
  }
}
