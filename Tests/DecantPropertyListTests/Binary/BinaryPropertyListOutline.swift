import Decant

/// The layout of a binary property list, regardless of the order of its objects.
struct BinaryPropertyListOutline: Equatable {
  var length: Int
  var offsetWidth: Int
  var referenceWidth: Int
  /// A scalar with all its bytes, a collection as its kind and length; sorted.
  var objects: [[UInt8]]

  init(_ bytes: [UInt8]) {
    func number(at offset: Int, width: Int) -> Int {
      bytes[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
    }
    let trailer = bytes.count - 32
    length = bytes.count
    offsetWidth = Int(bytes[trailer + 6])
    referenceWidth = Int(bytes[trailer + 7])
    let table = number(at: trailer + 24, width: 8)
    let (offsetWidth, referenceWidth) = (offsetWidth, referenceWidth)
    // There are no gaps, so an object ends where the next one begins.
    let starts = (0..<number(at: trailer + 8, width: 8))
      .map { number(at: table + $0 * offsetWidth, width: offsetWidth) }
      .sorted()
    objects = zip(starts, starts.dropFirst() + [table]).map { start, end in
      let object = Array(bytes[start..<end])
      guard object[0] >= 0xA0 else { return object }
      let isLong = object[0] & 0x0F == 0x0F
      let width = isLong ? 1 << Int(object[1] & 0x0F) : 0
      let head = isLong ? 2 + width : 1
      return Array(object[..<head]) + [UInt8((object.count - head) % referenceWidth)]
    }
    .sorted { $0.lexicographicallyPrecedes($1) }
  }
}
