/// What of a window has been given to libyaml, and where its marks are in the bytes.
///
///     window │ kept for excerpts │ libyaml has it │ valid │ not yet looked at │
///            origin              mark             given
///
/// libyaml takes bytes long before it says what they mean. They stay in the window until the events
/// that stand in them have been handed on, so that errors can show the line. And libyaml counts scalars,
/// not bytes: in a stretch of ASCII that is the same, and the stretches end where they are found to end when
/// an event is the first behind one.
struct YAMLFeed {
  /// How many bytes may stay behind for the sake of events that are in hand.
  private static let keepLimit = 1 << 20
  /// How many bytes stay behind in any case, if there are more.
  private static let lineReach = 4096

  /// The offset in the input of the first byte that libyaml was given; -1 before that.
  private var start = -1
  /// The offset behind the last byte that libyaml was given.
  private var given = 0
  /// The offset of the first byte that must stay in the window.
  private(set) var kept = 0
  /// How many scalars libyaml was given.
  private(set) var scalars = 0

  /// The last place that was worked out.
  private var knownIndex = 0
  private var knownOffset = 0
  /// How far from there on all bytes are ASCII, as far as somebody has looked: there, scalars are bytes.
  private var asciiEnd = 0

  /// Says that events before the last one that was placed have been handed on.
  mutating func begin(_ window: borrowing Window) {
    if start < 0 {
      start = window.origin + window.position
      given = start
      knownOffset = start
    }
    kept = knownOffset
  }

  /// The offset behind the last byte that libyaml has.
  var end: Int { given }

  /// Whether all that the window shows has been given away.
  func hasGivenAll(of window: borrowing Window) -> Bool {
    given == window.origin + window.count
  }

  /// The place in the window of the next bytes, refilling it if need be; empty at the end of the input.
  ///
  /// They are whole scalars that YAML allows. What is none is an error once all before it has been given.
  mutating func take(
    from window: inout Window, atMost limit: Int
  ) throws(DecantError) -> Range<Int> {
    while true {
      let bytes = takeAtHand(from: window, atMost: limit)
      guard bytes.isEmpty else { return bytes }
      let first = given - window.origin
      if first < window.count {
        let isCut = first + 4 > window.count && !window.isComplete
        let problem = window.withBytes { YAMLText.problem($0, at: first) }
        if !isCut || problem != .invalidEncoding(.utf8) {
          throw DecantError(problem, offset: given)
        }
      } else if window.isComplete {
        return first..<first
      }
      try refill(&window)
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
    let stretch = window.withBytes { YAMLText.prefix($0, from: first, to: end) }
    given += stretch.end - first
    scalars += stretch.end - first - stretch.continuations
    return first..<stretch.end
  }

  private mutating func keepWithinBounds(_ window: borrowing Window) {
    guard given - kept > Self.keepLimit else { return }
    let newKept = given - Self.lineReach
    if knownOffset < newKept {
      // The place where the kept bytes begin must be that of a whole scalar.
      _ = window.withBytes { count(to: .max, in: $0, from: window.origin, before: newKept) }
      kept = knownOffset
    } else {
      kept = newKept
    }
  }

  /// The offset in the input of the scalar that `index` others stand before.
  @inline(__always)
  mutating func offset(ofIndex index: Int, in window: borrowing Window) -> Int {
    let step = index &- knownIndex
    guard step >= 0, step <= asciiEnd &- knownOffset else {
      return window.withBytes { find(index, in: $0, from: window.origin) }
    }
    knownIndex = index
    knownOffset &+= step
    return knownOffset
  }

  /// Finds a scalar that is not in the stretch of ASCII, and where the stretch ends that it is in.
  @inline(never)
  private mutating func find(_ index: Int, in bytes: RawSpan, from origin: Int) -> Int {
    let rest = asciiEnd - knownOffset
    if rest > 0, index > knownIndex {
      knownIndex += rest
      knownOffset += rest
    }
    let offset = count(to: index, in: bytes, from: origin, before: given)
    asciiEnd = origin + bytes.endOfASCII(from: knownOffset - origin, to: given - origin)
    return offset
  }

  /// Goes from the last place that was worked out to the scalar that `index` others stand before.
  ///
  /// It goes no further than to the scalar that stands at, or around, the offset `limit`.
  @inline(never)
  private mutating func count(
    to index: Int, in bytes: RawSpan, from origin: Int, before limit: Int
  ) -> Int {
    let end = limit - origin
    var place = knownOffset - origin
    var wanted = index - knownIndex
    let wantedBefore = wanted
    while wanted < 0, place > 0 {
      place -= 1
      if bytes.byte(at: place) & 0xC0 != 0x80 { wanted += 1 }
    }
    while wanted > 0, end &- place >= 8 {
      let word = bytes.word(at: place)
      if word & WordScanning.highBits == 0 {
        let step = min(wanted, 8)
        wanted &-= step
        place &+= step
        continue
      }
      let scalars = 8 &- WordScanning.isContinuation(word).nonzeroBitCount
      guard scalars <= wanted else { break }
      wanted &-= scalars
      place &+= 8
    }
    while place < end, wanted > 0 || bytes.byte(at: place) & 0xC0 == 0x80 {
      if bytes.byte(at: place) & 0xC0 != 0x80 { wanted -= 1 }
      place += 1
    }
    knownIndex += wantedBefore - wanted
    knownOffset = place + origin
    // What has left the window is told to be before it.
    if wanted < 0 { return knownOffset + wanted }
    return knownOffset
  }
}
