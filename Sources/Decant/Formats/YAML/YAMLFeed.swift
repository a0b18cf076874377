/// The part of a window that libyaml has received, with the offsets of its marks.
///
///     window │ kept for excerpts │ libyaml has it │ valid │ unchecked │
///            origin              mark             given
///
/// libyaml reads ahead: bytes stay in the window until their events have been emitted, so that errors can show them.
struct YAMLFeed: ~Copyable {
  private static let keepLimit = 1 << 20
  /// More than libyaml's buffers hold, so that its next event is included.
  private static let reach = 1 << 17

  private let schema: YAMLSchema?
  var hidden = YAMLHiddenScalars()

  private var start = -1
  private(set) var linesBefore = 0
  /// The end of the last document, or where libyaml began to read.
  private(set) var boundary = Boundary(offset: 0, linesBefore: 0, column: 0)
  /// The digits of a minor version that libyaml does not know, which it receives as 2.
  private(set) var newerVersion = 0..<0
  private var given = 0
  private(set) var kept = 0
  private(set) var places = ScalarPlaces()

  private(set) var scalars = 0

  init(_ schema: YAMLSchema?) {
    self.schema = schema
  }

  struct Boundary {
    let offset: Int
    let linesBefore: Int
    let column: Int
  }

  mutating func endDocument(at mark: LibYAMLParser.Mark, in window: borrowing Window) {
    boundary = Boundary(
      offset: places.offset(of: mark.index, in: window), linesBefore: linesBefore + mark.line,
      column: mark.column)
  }

  /// Returns the bytes that libyaml receives in place of those of the range, with their offsets.
  func replacements(in range: Range<Int>) -> [(offset: Int, byte: UInt8)] {
    newerVersion.clamped(to: range).map {
      ($0, $0 == newerVersion.upperBound - 1 ? UInt8(ascii: "2") : UInt8(ascii: "0"))
    }
  }

  mutating func restart(
    at offset: Int, linesBefore: Int, newerVersion: Range<Int> = 0..<0
  ) {
    self.newerVersion = newerVersion
    boundary = Boundary(offset: offset, linesBefore: linesBefore, column: 0)
    start = offset
    given = offset
    kept = offset
    scalars = 0
    hasGivenAll = false
    self.linesBefore = linesBefore
    hidden = YAMLHiddenScalars()
    places.begin(at: offset)
  }

  mutating func begin(at mark: LibYAMLParser.Mark, in window: borrowing Window) {
    if start < 0 {
      start = window.origin + window.position
      given = start
      linesBefore = window.place(at: window.position).line - 1
      boundary = Boundary(offset: start, linesBefore: linesBefore, column: 0)
      places.begin(at: start)
    }
    // Smaller indices are in the preamble.
    if mark.index > 0 { places.move(to: mark.index, in: window) }
    kept = places.offset
  }

  var end: Int { given }

  /// Stored, because the window's count is a class property.
  private(set) var hasGivenAll = false

  enum Piece {
    case bytes(Range<Int>)
    case standIn
  }

  /// Returns whole scalars that YAML allows; throws at any other, after all before it have been returned.
  mutating func take(
    from window: inout Window, atMost limit: Int
  ) throws(DecantError) -> Piece {
    defer { hasGivenAll = given == window.origin + window.count }
    while true {
      let bytes = takeAtHand(from: window, atMost: limit)
      guard bytes.isEmpty else { return .bytes(bytes) }
      let first = given - window.origin
      guard first < window.count else {
        if window.isComplete { return .bytes(first..<first) }
        try refill(&window)
        continue
      }
      switch unusualText(at: first, in: window) {
      case .hidden(let scalar, let width):
        try hide(scalar, ofWidth: width)
        return .standIn
      case .mark: try dropMark()
      case .end: return .bytes(first..<first)
      case .forbidden(let problem): throw DecantError(problem, offset: given)
      case .cut, .ordinary: try refill(&window)
      }
    }
  }

  private mutating func refill(_ window: inout Window) throws(DecantError) {
    keepWithinBounds(window)
    window.position = kept - window.origin
    _ = try window.refill()
  }

  private mutating func takeAtHand(
    from window: borrowing Window, atMost limit: Int
  ) -> Range<Int> {
    let first = given - window.origin
    let end = min(window.count, first + limit)
    var next = first
    while true {
      next = window.withBytes { bytes in
        YAMLText.prefix(bytes, from: next, to: end) { run in
          places.note(run.count, ofWidth: run.width, at: window.origin + run.start)
        }
      }
      guard next < end, case .ordinary(let width) = unusualText(at: next, in: window),
        next + width <= end
      else { break }
      if width > 1 { places.note(1, ofWidth: width, at: window.origin + next) }
      next += width
    }
    given += next - first
    scalars = places.index(ofLast: given)
    return first..<next
  }

  // MARK: Unusual text

  private func unusualText(at place: Int, in window: borrowing Window) -> YAMLUnusualText {
    let (count, isComplete) = (window.count, window.isComplete)
    return window.withBytes {
      YAMLUnusualText($0, at: place, count: count, isComplete: isComplete, schema: schema)
    }
  }

  private mutating func hide(_ scalar: Unicode.Scalar, ofWidth width: Int) throws(DecantError) {
    guard hidden.append(scalar, at: places.index(ofLast: given)) else {
      throw DecantError(.tooLong, offset: given)
    }
    if width > 1 { places.note(1, ofWidth: width, at: given) }
    given += width
    scalars = places.index(ofLast: given)
  }

  /// Skips a byte-order mark, which libyaml does not receive: it counts as part of the line break before it.
  private mutating func dropMark() throws(DecantError) {
    places.note(1, ofWidth: 4, at: given - 1)
    given += 3
    guard hidden.append(.byteOrderMark, at: places.index(ofLast: given)) else {
      throw DecantError(.tooLong, offset: given)
    }
  }

  private mutating func keepWithinBounds(_ window: borrowing Window) {
    guard given - kept > Self.keepLimit else { return }
    kept = given - Self.reach
    // The window must contain everything from the offset of `places` on.
    places.move(toOffset: kept, in: window)
    kept = min(kept, places.offset)
  }

  @inline(__always)
  mutating func offset(ofIndex index: Int, in window: borrowing Window) -> Int {
    places.offset(ofIndex: index, in: window)
  }
}
