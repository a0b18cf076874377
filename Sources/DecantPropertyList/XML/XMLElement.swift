internal import DecantCore

enum XMLElement: String, CaseIterable {
  case plist, dict, key, array, string, integer, real, `true`, `false`, date, data

  init?(_ name: RawSpan) {
    guard name.byteCount <= 7 else { return nil }
    var word: UInt64 = 0
    for offset in 0..<name.byteCount { word |= UInt64(name.byte(at: offset)) &<< (offset &* 8) }
    switch word {
    case 0x74_7369_6C70: self = .plist
    case 0x7463_6964: self = .dict
    case 0x0079_656B: self = .key
    case 0x79_6172_7261: self = .array
    case 0x676E_6972_7473: self = .string
    case 0x0072_6567_6574_6E69: self = .integer
    case 0x6C61_6572: self = .real
    case 0x6575_7274: self = .true
    case 0x65_736C_6166: self = .false
    case 0x6574_6164: self = .date
    case 0x6174_6164: self = .data
    default: return nil
    }
  }

  static func nearest(to name: String) -> String? {
    NearestWord.to(name, in: allCases.map(\.rawValue))
  }
}

/// A tag as a word, the first letter in the lowest byte: one comparison recognizes it.
struct XMLTagWord {
  let letters: UInt64

  @inline(__always)
  init(_ letters: UInt64) {
    self.letters = letters
  }

  // key>, string>, …
  static var key: XMLTagWord { XMLTagWord(0x3E79_656B) }
  static var string: XMLTagWord { XMLTagWord(0x3E_676E_6972_7473) }
  static var integer: XMLTagWord { XMLTagWord(0x3E72_6567_6574_6E69) }
  static var real: XMLTagWord { XMLTagWord(0x3E_6C61_6572) }
  static var dict: XMLTagWord { XMLTagWord(0x3E_7463_6964) }
  static var array: XMLTagWord { XMLTagWord(0x3E79_6172_7261) }
  static var `true`: XMLTagWord { XMLTagWord(0x3E2F_6575_7274) }
  static var `false`: XMLTagWord { XMLTagWord(0x3E_2F65_736C_6166) }
  // /dict>, /array>
  static var endOfDict: XMLTagWord { XMLTagWord(0x3E74_6369_642F) }
  static var endOfArray: XMLTagWord { XMLTagWord(0x3E_7961_7272_612F) }

  // </key>, </real>
  static var endOfKey: XMLTagWord { XMLTagWord(0x3E79_656B_2F3C) }
  static var endOfReal: XMLTagWord { XMLTagWord(0x3E_6C61_6572_2F3C) }
  // </string and </intege; the rest is in the next word
  static var endOfString: XMLTagWord { XMLTagWord(0x676E_6972_7473_2F3C) }
  static var endOfInteger: XMLTagWord { XMLTagWord(0x6567_6574_6E69_2F3C) }

  // <key>CF$; the rest is UID</key>
  static var keyOfUID: XMLTagWord { XMLTagWord(0x2446_433E_7965_6B3C) }

  @inline(__always)
  static func matches(_ word: UInt64, _ tag: XMLTagWord, count: UInt64) -> Bool {
    (word ^ tag.letters) &<< ((8 &- count) &* 8) == 0
  }
}
