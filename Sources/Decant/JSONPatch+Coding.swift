internal import DecantCoding
public import DecantChanges
internal import DecantCore

extension JSONPatch: Codable {
  /// Decodes a patch from a sequence of operations.
  public init(from decoder: any Decoder) throws {
    let value = try Value(from: decoder)
    do throws(DecantError) {
      try self.init(value)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Encodes the patch as a sequence of operations.
  public func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}
