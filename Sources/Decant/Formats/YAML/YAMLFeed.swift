/// What of a window has been given to libyaml, and where its marks are in the bytes.
///
///     window │ kept for excerpts │ libyaml has it │ valid │ not yet looked at │
///            origin              mark             given
///
/// libyaml takes bytes long before it says what they mean. They stay in the window until the events
/// that are in them have been handed on, so that errors can show the line.
struct YAMLFeed: ~Copyable {
  /// How many bytes may stay behind for the sake of events that are in hand.
  private static let keepLimit = 1 << 20
  /// How many bytes stay behind in any case, if there are more: more than libyaml has room for, so that what
  /// it tells of next is among them.
  private static let reach = 1 << 17

  /// The schema that the options name, whose version of YAML decides what breaks lines.
  private let schema: YAMLSchema?
  /// What libyaml was given stand-ins for.
  var hidden = YAMLHiddenScalars()

  /// The offset in the input of the first byte that libyaml was given; -1 before that.
  private var start = -1
  /// How many lines of the input are before the first byte that libyaml was given.
  private(set) var linesBefore = 0
  /// The offset after the last byte that libyaml was given.
  private var given = 0
  /// The offset of the first byte that must stay in the window.
  private(set) var kept = 0
  /// Where the scalars are that libyaml was given.
  private(set) var places = ScalarPlaces()

  /// How many scalars libyaml was given.
  private(set) var scalars = 0

  init(_ schema: YAMLSchema?) {
    self.schema = schema
  }

  /// Begins at a place of the window, after the given number of lines of the input.
  mutating func restart(at offset: Int, linesBefore: Int) {
    start = offset
    given = offset
    kept = offset
    scalars = 0
    hasGivenAll = false
    self.linesBefore = linesBefore
    hidden = YAMLHiddenScalars()
    places.begin(at: offset)
  }

  /// Says that events before the one that begins at `mark` have been handed on.
  mutating func begin(at mark: LibYAMLParser.Mark, in window: borrowing Window) {
    if start < 0 {
      start = window.origin + window.position
      given = start
      linesBefore = window.place(at: window.position).line - 1
      places.begin(at: start)
    }
    // What is before that is a preamble.
    if mark.index > 0 { places.move(to: mark.index, in: window) }
    kept = places.offset
  }

  /// The offset after the last byte that libyaml has.
  var end: Int { given }

  /// Whether all that the window showed at the end of the last `take` has been given away.
  ///
  /// It is stored because it is asked for at each event, and the window's count is a property of a class.
  private(set) var hasGivenAll = false

  /// What libyaml gets next.
  enum Piece {
    /// Bytes of the window; none at the end of the input.
    case bytes(Range<Int>)
    /// A stand-in for a scalar that is hidden.
    case standIn
  }

  /// The next piece, at most `limit` bytes, refilling the window if need be.
  ///
  /// Its bytes are whole scalars that YAML allows. Others are an error once all before them has been given.
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

  /// The place in the window of the next bytes that are there and right.
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

  /// Passes over a byte-order mark, and counts it as a part of the line break before it: libyaml gets no scalar
  /// for it.
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
    // From the last place on, all must be in view.
    places.move(toOffset: kept, in: window)
    kept = min(kept, places.offset)
  }

  /// The offset in the input of the scalar after `index` others.
  @inline(__always)
  mutating func offset(ofIndex index: Int, in window: borrowing Window) -> Int {
    places.offset(ofIndex: index, in: window)
  }
}
