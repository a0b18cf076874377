/// Decodes the values of one type from nodes.
///
///     ValueReader               has a value decode itself
///     ├ ListReader              decodes elements, with no container in between
///     │ └ IntegerListReader …   takes plain elements from their events in one go
///     ├ DictionaryReader        decodes the values of string keys likewise
///     ├ SharedReader            decodes an instance once, however often the document refers to it
///     └ DateReader …            reads the types of Foundation that have a form of their own
///
/// Readers are classes without instances, passed on as types, which nobody counts. A reader gives a value as the
/// type that is asked for, so that none has to be cast, and has that type at hand as its own argument.
class ValueReader<T: Decodable> {
  class func value(at node: Int, in session: DecodingSession) throws -> T {
    try session.unshared(at: node, as: T.self)
  }
}

private final class SharedReader<T: Decodable>: ValueReader<T> {
  override class func value(at node: Int, in session: DecodingSession) throws -> T {
    try session.shared(at: node, as: T.self)
  }
}

/// The readers of the types that have been asked for.
final class ValueReaders {
  private let readers = TypeTable<AnyClass>()

  /// The reader of a type.
  @inline(__always)
  func reader<T: Decodable>(of type: T.Type) -> ValueReader<T>.Type {
    certain(readers[ObjectIdentifier(type)] ?? find(type), as: ValueReader<T>.self)
  }

  @inline(never)
  private func find<T: Decodable>(_ type: T.Type) -> AnyClass {
    let reader: AnyClass =
      if let reader = foundationReader(of: type) {
        reader
      } else if let reader = listReader(of: type) {
        reader
      } else if let reader = dictionaryReader(of: type) {
        reader
      } else if type is any SharedInstance.Type {
        SharedReader<T>.self
      } else {
        ValueReader<T>.self
      }
    readers.keep(reader, for: ObjectIdentifier(type))
    return reader
  }
}
