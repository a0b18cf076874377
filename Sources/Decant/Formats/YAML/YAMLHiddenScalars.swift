/// The scalars of an input for which libyaml gets a stand-in, because it misreads them.
///
/// libyaml knows YAML 1.1, in which U+0085, U+2028 and U+2029 break lines, and allows fewer characters
/// in quotes than JSON does. What it would misread it gets as `standIn`, one scalar for one, so that its
/// marks stay right; the reader puts the scalar back where it comes out again in a text, or reports it where
/// it must not be. A stand-in of the input's own is hidden like the others, so that each one that comes out
/// was put in.
///
///     input   "p U+2028 q"  \ud83e\udd23      `|` ⏎ ▹▹ ⇥ text     U+FEFF at the beginning of a line
///     hidden     U+2028     \    \                   ⇥            dropped, but noted
struct YAMLHiddenScalars: ~Copyable {
  /// A scalar, and how many others were before it.
  struct Entry {
    let index: Int
    let scalar: Unicode.Scalar
  }

  /// What libyaml gets: a noncharacter, so that hardly a text has one.
  static let standInValue: UInt32 = 0xFDD0
  static let standInBytes: [UInt8] = [0xEF, 0xB7, 0x90]

  /// More of them at once are refused: eight bytes are kept for each until the next event.
  private static let limit = 1 << 20

  /// The index above the scalar, so that each takes eight bytes.
  private var entries: [UInt64] = []
  private var first = 0

  init() {}

  /// Whether none is left: asked for each event, and so kept at hand.
  private(set) var isEmpty = true

  var next: Entry? { isEmpty ? nil : Self.entry(entries[first]) }

  private static func entry(_ bits: UInt64) -> Entry {
    Entry(
      index: Int(bits >> 21),
      scalar: Unicode.Scalar(UInt32(truncatingIfNeeded: bits & 0x1F_FFFF)) ?? "\u{FFFD}")
  }

  /// Notes a scalar, whose index is not below those before it; false if there are too many.
  mutating func append(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
    guard entries.count - first < Self.limit else { return false }
    entries.append(UInt64(index) << 21 | UInt64(scalar.value))
    isEmpty = false
    return true
  }

  /// Forgets the first one.
  mutating func removeFirst() {
    first += 1
    isEmpty = first == entries.count
    guard first == entries.count || first > Self.limit else { return }
    entries.removeFirst(first)
    first = 0
  }

  /// Takes the ones before `index` away.
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

  /// Whether YAML allows the scalar in quotes only (YAML 1.2.2, 5.1).
  var mustBeQuoted: Bool {
    switch self {
    case "\u{85}": false
    case "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": true
    default: false
    }
  }

  /// A tab on a line of nothing but white space; YAML does not allow the scalar that represents it here.
  static let tabAlone: Unicode.Scalar = "\u{B}"

  /// A byte-order mark that begins a line, and was not given to libyaml at all.
  static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"
}
