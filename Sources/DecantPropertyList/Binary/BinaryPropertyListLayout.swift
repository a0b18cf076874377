internal import DecantCore

/// The layout of a binary property list, from its trailer; all numbers are in range.
///
///     │ bplist00 │ objects … │ offset table │ trailer, 32 bytes │
///      0          8           tableStart
struct BinaryPropertyListLayout {
  let offsetWidth: Int
  let referenceWidth: Int
  let objectCount: Int
  let topObject: Int
  let tableStart: Int

  static let magic = Array("bplist0".utf8)
  static let headerLength = 8
  static let trailerLength = 32

  init(_ bytes: RawSpan, count: Int, origin: Int) throws(DecantError) {
    do throws(DecantError) {
      self = try Self(bytes, count: count)
    } catch {
      var error = error
      error.offset = error.offset.map { $0 + origin }
      throw error
    }
  }

  private init(_ bytes: RawSpan, count: Int) throws(DecantError) {
    let trailer = count - Self.trailerLength
    guard trailer > Self.headerLength else {
      throw Self.failure(.truncated, at: count)
    }
    offsetWidth = Int(bytes.byte(at: trailer + 6))
    referenceWidth = Int(bytes.byte(at: trailer + 7))
    guard 1...8 ~= offsetWidth else {
      throw Self.failure(.malformed(.offsetWidth), at: trailer + 6)
    }
    guard 1...8 ~= referenceWidth else {
      throw Self.failure(.malformed(.referenceWidth), at: trailer + 7)
    }
    let objects = bytes.bigEndian(at: trailer + 8, width: 8)
    let top = bytes.bigEndian(at: trailer + 16, width: 8)
    let table = bytes.bigEndian(at: trailer + 24, width: 8)
    guard table > UInt64(Self.headerLength), table < UInt64(trailer) else {
      throw Self.failure(.malformed(.tableOffset), at: trailer + 24)
    }
    tableStart = Int(table)
    guard objects > 0, objects <= UInt64((trailer - tableStart) / offsetWidth) else {
      throw Self.failure(.malformed(.objectCount), at: trailer + 8)
    }
    objectCount = Int(objects)
    guard top < objects else { throw Self.failure(.malformed(.topObject), at: trailer + 16) }
    topObject = Int(top)
  }

  private static func failure(
    _ problem: DecantError.BinaryPropertyListProblem, at offset: Int
  ) -> DecantError {
    DecantError(.binaryPropertyList(problem), offset: offset)
  }

  static func recognize(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    sample.bytes.starts(with: magic) ? .certain : .no
  }
}
