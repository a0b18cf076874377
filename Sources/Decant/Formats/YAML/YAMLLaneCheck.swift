/// A debugging reader that refuses input for which the lanes produce different events.
struct YAMLLaneCheck: EventReader, ~Copyable {
  private let options: ReadingOptions
  private var reader: YAMLReader
  private var isChecked = false

  init(_ options: ReadingOptions) {
    self.options = options
    var options = options
    options.yamlLane = .fast
    reader = YAMLReader(options)
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if !isChecked {
      isChecked = true
      try window.showAll()
      try check(window.view(window.unread), from: window.origin + window.position)
    }
    return try reader.read(from: &window, into: &batch)
  }

  private func check(_ bytes: [UInt8], from start: Int) throws(DecantError) {
    var fast = Run(of: .fast, over: bytes, options)
    var libyaml = Run(of: .libyaml, over: bytes, options)
    while true {
      let (step, other) = (fast.next(), libyaml.next())
      if step == other, step != nil { continue }
      // libyaml reads ahead: it may find an error before it reports the preceding events.
      if fast.fails, libyaml.fails { return }
      if step == nil, other == nil, fast.hasFailed == libyaml.hasFailed { return }
      let offset = min(step?.offset ?? bytes.count, other?.offset ?? bytes.count)
      let words =
        "the lanes differ: fast reads \(fast.words(step)), libyaml \(libyaml.words(other))"
      throw DecantError(.yaml(.other(words)), offset: start + offset)
    }
  }

  private struct Run: ~Copyable {
    struct Step: Equatable {
      let kind: Event.Kind
      let flags: Event.Flags
      let style: Event.Style
      let text: [UInt8]
      let offset: Int
    }

    private var window: Window
    private var batch = EventBatch()
    private var reader: YAMLReader
    private var index = 0
    private var hasEnded = false
    private(set) var hasFailed = false

    init(of lane: YAMLLane, over bytes: [UInt8], _ options: ReadingOptions) {
      var options = options
      options.yamlLane = lane
      options[YAMLReadingOptions.self].laneShare = nil
      window = Window(MemorySource(bytes))
      reader = YAMLReader(options)
    }

    mutating func next() -> Step? {
      while index == batch.count {
        guard !hasEnded, !hasFailed else { return nil }
        batch.removeAll()
        index = 0
        do {
          hasEnded = try !reader.read(from: &window, into: &batch)
        } catch {
          hasFailed = true
        }
      }
      let event = batch[index]
      index += 1
      return Step(
        kind: event.kind, flags: event.flags.subtracting(.inScratch), style: event.style,
        text: batch.withText(of: event) { [UInt8]($0) },
        // A comment may precede the bytes that libyaml's batch counts from.
        offset: event.isLayout ? 0 : batch.offset(of: event))
    }

    var fails: Bool {
      mutating get {
        while next() != nil {}
        return hasFailed
      }
    }

    func words(_ step: Step?) -> String {
      guard let step else { return hasFailed ? "an error" : "the end" }
      let text = String(decoding: step.text.prefix(40), as: UTF8.self)
      return "\(step.kind)" + (step.text.isEmpty ? "" : " '\(text)'")
    }
  }
}
