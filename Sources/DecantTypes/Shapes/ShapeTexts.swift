internal import DecantCore

/// The distinct strings of each shape, as long as they are few and short.
///
///     shape ─firstText▶ entry ─next▶ entry
struct ShapeTexts: ~Copyable {
  struct Entry: BitwiseCopyable {
    var offset: UInt32
    var length: UInt32
    var shape: Int32
    var next: Int32
  }

  /// A shape with more distinct texts has free text.
  static let limit: Int32 = 32
  static let longestText = 40

  private var entries = Buffer<Entry>(capacity: 64)
  private var text = Buffer<UInt8>(capacity: 1024)
  private var index = HashIndex()
  /// Random in each process, so that colliding texts cannot be prepared.
  private let seed = UInt64.random(in: .min ... .max) | 1

  /// Records a text of `shape`.
  @inline(__always)
  mutating func record(_ bytes: RawSpan, of number: Int32, _ shape: inout Shape) {
    guard bytes.byteCount <= Self.longestText else {
      shape.facts.insert(.manyTexts)
      return
    }
    let hash = hash(of: bytes, number)
    if index.find(hash, { isText($0, bytes, of: number) }) == nil {
      add(bytes, of: number, &shape, hash)
    }
  }

  @inline(__always)
  private func isText(_ index: Int, _ bytes: RawSpan, of number: Int32) -> Bool {
    let entry = entries[index]
    guard entry.shape == number, Int(entry.length) == bytes.byteCount else { return false }
    return text.withBytes {
      $0.extracting(Int(entry.offset)..<Int(entry.offset) &+ Int(entry.length)).isEqual(to: bytes)
    }
  }

  @inline(never)
  private mutating func add(
    _ bytes: RawSpan, of number: Int32, _ shape: inout Shape, _ hash: UInt32
  ) {
    guard shape.textCount < Self.limit else {
      shape.facts.insert(.manyTexts)
      return
    }
    entries.append(
      Entry(
        offset: UInt32(text.count), length: UInt32(bytes.byteCount), shape: number,
        next: shape.firstText))
    text.append(contentsOf: bytes)
    shape.firstText = Int32(entries.count &- 1)
    shape.textCount &+= 1
    index.add(entries.count &- 1, hash)
  }

  @inline(__always)
  private func hash(of bytes: RawSpan, _ number: Int32) -> UInt32 {
    let count = bytes.byteCount
    let word =
      count >= 8
      ? bytes.word(at: 0) ^ bytes.word(at: count &- 8) &* 31
      : count > 0 ? bytes.lastWord(from: 0) : 0
    let mixed = (word ^ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9) &* seed
    return UInt32(truncatingIfNeeded: (mixed ^ mixed &>> 29) &>> 16)
  }

  /// Whether Swift distinguishes all texts, so that they can be the raw values of an enumeration.
  func areDifferentStrings(of shape: Shape) -> Bool {
    Set(list(of: shape)).count == Int(shape.textCount)
  }

  /// Returns the recorded texts of a shape, in the order in which they were seen.
  func list(of shape: Shape) -> [String] {
    var list: [String] = []
    var next = shape.firstText
    while next >= 0 {
      let entry = entries[Int(next)]
      list.append(
        text.withBytes {
          String(utf8: $0.extracting(Int(entry.offset)..<Int(entry.offset) + Int(entry.length)))
        })
      next = entry.next
    }
    return list.reversed()
  }
}
