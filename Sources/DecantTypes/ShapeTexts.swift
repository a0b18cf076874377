internal import DecantCore

/// The distinct strings of each shape, as long as they are few and short.
///
///     shape ─firstText▶ entry ─next▶ entry          table: hash of shape and text ▶ entry
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
  private var table = Buffer<Int32>(capacity: 256)
  /// Random in each process, so that colliding texts cannot be prepared.
  private let seed = UInt64.random(in: .min ... .max) | 1

  init() {
    resetTable(slots: 256)
  }

  /// Records a text of `shape`.
  @inline(__always)
  mutating func record(_ bytes: RawSpan, of number: Int32, _ shape: inout Shape) {
    guard bytes.byteCount <= Self.longestText else {
      shape.facts.insert(.manyTexts)
      return
    }
    var slot = self.slot(of: bytes, number)
    while table[slot] >= 0 {
      if isText(table[slot], bytes, of: number) { return }
      slot = (slot &+ 1) & (table.count &- 1)
    }
    add(bytes, of: number, &shape, slot)
  }

  @inline(__always)
  private func isText(_ index: Int32, _ bytes: RawSpan, of number: Int32) -> Bool {
    let entry = entries[Int(index)]
    guard entry.shape == number, Int(entry.length) == bytes.byteCount else { return false }
    return text.withBytes {
      $0.extracting(Int(entry.offset)..<Int(entry.offset) &+ Int(entry.length)).isEqual(to: bytes)
    }
  }

  @inline(never)
  private mutating func add(
    _ bytes: RawSpan, of number: Int32, _ shape: inout Shape, _ slot: Int
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
    table[slot] = shape.firstText
    if entries.count * 2 > table.count { resetTable(slots: table.count * 2) }
  }

  @inline(__always)
  private func slot(of bytes: RawSpan, _ number: Int32) -> Int {
    let count = bytes.byteCount
    let word =
      count >= 8
      ? bytes.word(at: 0) ^ bytes.word(at: count &- 8) &* 31
      : count > 0 ? bytes.lastWord(from: 0) : 0
    let mixed = (word ^ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9) &* seed
    return Int(truncatingIfNeeded: (mixed ^ mixed &>> 29) &>> 16) & (table.count &- 1)
  }

  private mutating func resetTable(slots: Int) {
    table.removeAll()
    for _ in 0..<slots { table.append(-1) }
    for index in 0..<entries.count {
      let entry = entries[index]
      let range = Int(entry.offset)..<Int(entry.offset) + Int(entry.length)
      var slot = text.withBytes { self.slot(of: $0.extracting(range), entry.shape) }
      while table[slot] >= 0 { slot = (slot + 1) & (table.count - 1) }
      table[slot] = Int32(index)
    }
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
