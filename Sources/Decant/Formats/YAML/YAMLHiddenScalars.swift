/// The scalars that are replaced with stand-ins in the input of libyaml, because it misreads them.
///
/// libyaml implements YAML 1.1, in which U+0085, U+2028 and U+2029 break lines, and allows fewer characters in quotes
/// than JSON does. One stand-in per scalar keeps libyaml's marks right. The reader restores the scalar in the text, or
/// reports it where it is forbidden. U+FDD0 itself is hidden too, so that every stand-in is an inserted one.
///
///     input   "p U+2028 q"  \ud83e\udd23      `|` ⏎ ▹▹ ⇥ text     U+FEFF at the beginning of a line
///     hidden     U+2028     \    \                   ⇥            dropped, but noted
struct YAMLHiddenScalars: ~Copyable {
  struct Entry {
    let index: Int
    let scalar: Unicode.Scalar
  }

  static let standInValue: UInt32 = 0xFDD0
  static let standInBytes: [UInt8] = [0xEF, 0xB7, 0x90]

  /// The maximum between two events, at eight bytes per entry.
  private static let limit = 1 << 20

  private var entries: [UInt64] = []
  private var first = 0

  init() {}

  /// Stored, because it is tested for each event.
  private(set) var isEmpty = true

  var next: Entry? { isEmpty ? nil : Self.entry(entries[first]) }

  private static func entry(_ bits: UInt64) -> Entry {
    Entry(
      index: Int(bits >> 21),
      scalar: Unicode.Scalar(UInt32(truncatingIfNeeded: bits & 0x1F_FFFF)) ?? "\u{FFFD}")
  }

  /// Returns false if there are too many entries; precondition: `index` is not below the previous one.
  mutating func append(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
    guard entries.count - first < Self.limit else { return false }
    entries.append(UInt64(index) << 21 | UInt64(scalar.value))
    isEmpty = false
    return true
  }

  mutating func removeFirst() {
    first += 1
    isEmpty = first == entries.count
    guard first == entries.count || first > Self.limit else { return }
    entries.removeFirst(first)
    first = 0
  }

  mutating func take(before index: Int) -> [Entry] {
    var taken: [Entry] = []
    while let entry = next, entry.index < index {
      taken.append(entry)
      removeFirst()
    }
    return taken
  }
}

extension Unicode.Scalar {
  /// Whether the scalar breaks lines in YAML 1.1 and not in YAML 1.2 (YAML 1.2.2, 5.4).
  var isOldLineBreak: Bool { self == "\u{85}" || self == "\u{2028}" || self == "\u{2029}" }

  /// Whether YAML allows the scalar only in quotes (YAML 1.2.2, 5.1).
  var mustBeQuoted: Bool {
    switch self {
    case "\u{85}": false
    case "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": true
    default: false
    }
  }

  /// The scalar that represents a tab on an otherwise blank line; YAML forbids it in the input.
  static let tabAlone: Unicode.Scalar = "\u{B}"

  static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"
}
