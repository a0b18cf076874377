internal import DecantCore

/// The tags of an element as words, the first letter in the lowest byte; a line feed that the
/// lengths do not count follows the end tag.
struct XMLTags {
  let start: UInt64
  let startLength: Int
  let end: UInt64
  let endLength: Int
  let rest: UInt64
  let restLength: Int

  @inline(__always)
  private init(
    _ start: UInt64, _ startLength: Int, _ end: UInt64, _ endLength: Int, rest: UInt64 = 0x0A,
    _ restLength: Int = 0
  ) {
    self.start = start
    self.startLength = startLength
    self.end = end
    self.endLength = endLength
    self.rest = rest
    self.restLength = restLength
  }

  static var key: XMLTags { XMLTags(0x3E_7965_6B3C, 5, 0x3E79_656B_2F3C, 6) }
  // <string>, </string and >
  static var string: XMLTags {
    XMLTags(0x3E67_6E69_7274_733C, 8, 0x676E_6972_7473_2F3C, 8, rest: 0x0A3E, 1)
  }
  // <integer without >, </intege and r>
  static var integer: XMLTags {
    XMLTags(0x7265_6765_746E_693C, 8, 0x6567_6574_6E69_2F3C, 8, rest: 0x0A_3E72, 2)
  }
  static var real: XMLTags { XMLTags(0x3E6C_6165_723C, 6, 0x3E_6C61_6572_2F3C, 7) }
  static var `true`: XMLTags { XMLTags(0, 0, 0x3E_2F65_7572_743C, 7) }
  static var `false`: XMLTags { XMLTags(0, 0, 0x3E2F_6573_6C61_663C, 8) }
  // <dict and <array without >; </dict>, </array>
  static var dict: XMLTags { XMLTags(0x74_6369_643C, 5, 0x3E_7463_6964_2F3C, 7) }
  static var array: XMLTags { XMLTags(0x7961_7272_613C, 6, 0x3E79_6172_7261_2F3C, 8) }

  static var endOfTag: UInt64 { 0x0A3E }
  static var endOfEmptyTag: UInt64 { 0x0A_3E2F }

  /// What follows the declaration of the encoding.
  static let header = """
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    """
}
