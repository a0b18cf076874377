import Decant
package import DecantCore

/// A valid or invalid binary property list, assembled by hand.
package struct BinaryPropertyList {
  package var objects: [[UInt8]]
  package var offsetWidth = 1
  package var referenceWidth = 1
  package var topObject = 0
  package var objectCount: UInt64?
  package var tableOffset: UInt64?
  /// Incorrect offsets, by object number.
  package var offsets: [Int: UInt64] = [:]

  package init(_ objects: [UInt8]...) {
    self.objects = objects
  }

  package init(objects: [[UInt8]]) {
    self.objects = objects
  }

  package var bytes: [UInt8] {
    var bytes = Array("bplist00".utf8)
    var starts: [UInt64] = []
    for (index, object) in objects.enumerated() {
      starts.append(offsets[index] ?? UInt64(bytes.count))
      bytes += object
    }
    let table = UInt64(bytes.count)
    for start in starts { bytes += Self.bigEndian(start, width: offsetWidth) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)]
    bytes += Self.bigEndian(objectCount ?? UInt64(objects.count), width: 8)
    bytes += Self.bigEndian(UInt64(topObject), width: 8)
    bytes += Self.bigEndian(tableOffset ?? table, width: 8)
    return bytes
  }

  package static func bigEndian(_ number: UInt64, width: Int) -> [UInt8] {
    (0..<width).map { index in
      let shift = 8 * (width - 1 - index)
      return shift < 64 ? UInt8(truncatingIfNeeded: number >> UInt64(shift)) : 0
    }
  }
}

extension BinaryPropertyListValue {
  /// Returns nil if a property list cannot contain the node.
  package init?(_ node: Document.Node) throws {
    switch node.kind {
    case .true, .false: self = .boolean(node.kind == .true)
    case .integer:
      guard let value = node.text.flatMap({ Int128($0) }) else { return nil }
      self = .integer(value)
    case .real:
      guard let value = node.text.flatMap({ Double($0) }) else { return nil }
      self = .real(value.bitPattern)
    case .string: self = .string(node.text ?? "")
    case .date:
      guard let text = node.text, let seconds = ReferenceDate.secondsSince2001(text) else {
        return nil
      }
      self = .date(seconds.bitPattern)
    case .data: self = .data(node.bytes)
    case .beginSequence: self = .sequence(try node.elements.compactMap { try Self($0) })
    case .beginMapping:
      self = .mapping(
        unordered: try node.pairs.compactMap { key, value in
          try Self(value).map { Pair(key: key.text ?? "", value: $0) }
        })
    default: return nil
    }
  }
}
