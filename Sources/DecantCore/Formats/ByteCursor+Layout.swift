/// What most writers of text put: indentation, and the words `true`, `false` and `null` as one number of four or five bytes.
extension ByteCursor {
  @inlinable @inline(__always)
  package mutating func putIndentation(
    _ byte: UInt8, width: Int, keeping room: Int
  ) throws(DecantError) {
    var width = width
    while width > 1024 {
      try reserve(1024)
      put(byte, repeated: 1024)
      width -= 1024
    }
    try reserve(width &+ room)
    put(byte, repeated: width)
  }

  @inlinable @inline(__always)
  package mutating func putWord(of kind: Event.Kind) {
    switch kind {
    // ASCII letters, the first in the lowest byte.
    case .true: put(0x6575_7274, count: 4)
    case .false: put(0x65_736C_6166, count: 5)
    default: put(0x6C6C_756E, count: 4)
    }
  }
}
