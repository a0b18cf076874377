/// What is among the events of a batch, for stages that let most batches pass as they are.
struct BatchContents {
  /// The kinds of the events, a bit each.
  private(set) var kinds: UInt32 = 0
  /// The kinds of those that are keys.
  private(set) var kindsOfKeys: UInt32 = 0
  /// The flags that any of them has.
  private(set) var flags: Event.Flags = []
  /// How deep the events behind the batch stand, against those before it.
  private(set) var depthChange = 0

  init() {}

  /// Looks at all of the events.
  init(of events: Span<Event>) {
    for index in events.indices { add(events[index]) }
  }

  @inline(__always)
  private mutating func add(_ event: Event) {
    let bit = event.kind.bit
    kinds |= bit
    kindsOfKeys |= event.isKey ? bit : 0
    flags.formUnion(event.flags)
    depthChange &+= event.kind.depthChange
  }

  /// Whether there is an event of one of the kinds.
  func has(_ wanted: Event.Kind...) -> Bool {
    wanted.contains { kinds & $0.bit != 0 }
  }
}

extension Event.Kind {
  /// A bit that stands for the kind in a set of kinds.
  @inline(__always)
  var bit: UInt32 { 1 &<< UInt32(rawValue) }

  /// How deep the events after one of the kind stand, against the ones before it.
  @inline(__always)
  var depthChange: Int {
    let begins = Event.Kind.beginSequence.bit | Event.Kind.beginMapping.bit
    let ends = Event.Kind.endSequence.bit | Event.Kind.endMapping.bit
    let kind = UInt32(rawValue)
    return Int(begins &>> kind & 1) &- Int(ends &>> kind & 1)
  }
}
