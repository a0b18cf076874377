/// A map from libyaml's scalar indices to byte offsets; it stores only runs that are not ASCII.
///
///     a b c d é é e ☃ f g …
///     ▲       ╰2×2╯ ╰1×3╯        runs of scalars of one width, in a ring
///     index, offset              of the first scalar that is stored
///             ▲
///             plainEnd           the index of the first one that is not ASCII
///
/// When the ring is full, its last run absorbs all later ones, and its scalars are counted in the text.
struct ScalarPlaces: ~Copyable {
  struct Run: BitwiseCopyable {
    var index: Int
    var offset: Int
    var count: Int
    var width: Int
    var length: Int
  }

  private static let limit = 1024

  private var index = 0
  private(set) var offset = 0
  private var plainEnd = Int.max

  private var runs = Buffer<Run>(capacity: ScalarPlaces.limit)
  private var first = 0
  private var count = 0

  /// The difference between offset and index after the last noted scalar.
  private var surplus = 0

  init() {
    for _ in 0..<Self.limit { runs.append(Run(index: 0, offset: 0, count: 0, width: 0, length: 0)) }
  }

  mutating func begin(at offset: Int) {
    index = 0
    plainEnd = .max
    first = 0
    count = 0
    self.offset = offset
    surplus = offset
  }

  /// Precondition: `offset` follows all noted scalars.
  func index(ofLast offset: Int) -> Int { offset - surplus }

  private subscript(place: Int) -> Run {
    get { runs[(first &+ place) & (Self.limit - 1)] }
    set { runs[(first &+ place) & (Self.limit - 1)] = newValue }
  }

  // MARK: Noting

  mutating func note(_ scalars: Int, ofWidth width: Int, at offset: Int) {
    let index = index(ofLast: offset)
    surplus += scalars * (width - 1)
    let length = scalars * width
    guard count < Self.limit else {
      let last = self[count - 1]
      self[count - 1] = Run(
        index: last.index, offset: last.offset, count: index + scalars - last.index, width: 0,
        length: offset + length - last.offset)
      return
    }
    self[count] = Run(index: index, offset: offset, count: scalars, width: width, length: length)
    count += 1
    if count == 1 { plainEnd = index }
  }

  // MARK: Lookup

  /// Discards the runs before the scalar; precondition: the window contains all that are stored.
  @inline(__always)
  mutating func offset(ofIndex wanted: Int, in window: borrowing Window) -> Int {
    guard wanted >= index, wanted <= plainEnd else {
      // Passes the bytes, because passing the window would copy it.
      return window.withBytes { find(wanted, in: $0, from: window.origin) }
    }
    return offset &+ (wanted &- index)
  }

  @inline(never)
  private mutating func find(_ wanted: Int, in bytes: RawSpan, from origin: Int) -> Int {
    let found = offset(of: wanted, in: bytes, from: origin)
    move(to: wanted, at: found)
    return found
  }

  mutating func move(to wanted: Int, in window: borrowing Window) {
    move(to: wanted, at: offset(of: wanted, in: window))
  }

  func offset(of wanted: Int, in window: borrowing Window) -> Int {
    window.withBytes { offset(of: wanted, in: $0, from: window.origin) }
  }

  private func offset(of wanted: Int, in bytes: RawSpan, from origin: Int) -> Int {
    guard wanted >= index else { return offset(before: wanted, in: bytes, from: origin) }
    var known = (index: index, offset: offset)
    for place in 0..<count {
      let run = self[place]
      guard wanted > run.index else { break }
      let inside = wanted - run.index
      guard inside >= run.count else {
        if run.width > 0 { return run.offset + inside * run.width }
        let start = run.offset - origin
        return origin + bytes.offset(ofScalar: inside, from: start, to: start + run.length)
      }
      known = (run.index + run.count, run.offset + run.length)
    }
    return known.offset + wanted - known.index
  }

  private func offset(before wanted: Int, in bytes: RawSpan, from origin: Int) -> Int {
    var place = offset - origin
    var missing = index - wanted
    while missing > 0, place > 0 {
      place -= 1
      if bytes.byte(at: place) & 0xC0 != 0x80 { missing -= 1 }
    }
    return origin + place - missing
  }

  mutating func move(toOffset wanted: Int, in window: borrowing Window) {
    guard wanted > offset else { return }
    let (end, scalars) = window.withBytes { bytes in
      var end = wanted - window.origin
      while bytes.byte(at: end) & 0xC0 == 0x80 { end -= 1 }
      return (end, bytes.extracting(offset - window.origin..<end).countOfScalars)
    }
    move(to: index + scalars, at: window.origin + end)
  }

  private mutating func move(to wanted: Int, at place: Int) {
    guard wanted > index else { return }
    index = wanted
    offset = place
    while count > 0, self[0].index + self[0].count <= wanted {
      first = (first + 1) & (Self.limit - 1)
      count -= 1
    }
    plainEnd = .max
    guard count > 0 else { return }
    var run = self[0]
    if run.index < wanted {
      run.count -= wanted - run.index
      run.length -= place - run.offset
      run.index = wanted
      run.offset = place
      self[0] = run
    }
    plainEnd = run.index
  }
}

extension RawSpan {
  fileprivate func offset(ofScalar count: Int, from start: Int, to end: Int) -> Int {
    var place = start
    var missing = count
    while end - place >= 4096 {
      let scalars = extracting(place..<place + 4096).countOfScalars
      guard scalars < missing else { break }
      missing -= scalars
      place += 4096
    }
    while place < end, missing > 0 || byte(at: place) & 0xC0 == 0x80 {
      if byte(at: place) & 0xC0 != 0x80 { missing -= 1 }
      place += 1
    }
    return place
  }
}
