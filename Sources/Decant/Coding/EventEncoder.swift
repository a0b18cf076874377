/// Encodes values of any `Encodable` type as the events that every format's writer takes.
///
/// What is said of a value is kept until it is complete, and then poured: an `Encoder` may have several
/// containers open at once, and may take back what it said.
struct EventEncoder {
  let target: Format
  let options: EncodingOptions
  private let types = EncodedTypes()

  init(for target: Format, _ options: EncodingOptions) {
    self.target = target
    self.options = options
  }

  /// Encodes a value, and pours it into `pipeline`.
  func encode(_ value: some Encodable, into pipeline: inout Pipeline) throws {
    let tree = try tree(of: value)
    do throws(DecantError) {
      try pipeline.pour(tree)
    } catch {
      throw Self.encodingError(error, value)
    }
  }

  /// Encodes a value.
  func tree(of value: some Encodable) throws -> EncodingTree {
    let tree = EncodingTree(for: target, options, types)
    try tree.encode(root: value)
    return tree
  }

  /// What a value cannot be written for is an error of encoding; what no value is to blame for stays.
  private static func encodingError(_ error: DecantError, _ value: Any) -> any Error {
    guard error.isAboutInput else { return error }
    var error = error
    // An offset would tell of an input, and there is none.
    error.offset = nil
    return EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: error.path?.codingPath ?? [],
        debugDescription: error.description + (error.strategies.map { "; \($0)" } ?? ""),
        underlyingError: error))
  }
}

extension EncodingTree {
  /// Encodes the value that the document is of; a document must say something.
  fileprivate func encode<T: Encodable>(root value: T) throws {
    do {
      try encode(value, at: Self.root, orNothing: { throw EncodingError.nothingEncoded(value) })
    } catch {
      // After a failure nothing can be encoded, which is not what is wrong.
      throw failure ?? error
    }
    if let failure { throw failure }
    putInOrder()
    try markSharedInstances()
  }
}
