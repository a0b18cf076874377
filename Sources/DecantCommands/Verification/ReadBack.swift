internal import DecantCore
internal import DecantConversion

/// A comparison of the written bytes, read back, with the trace of the expected events.
///
///     source ─▶ stages ─▶ TraceWriter ─▶ expected │
///                                                 ├─ equal, byte for byte
///     written ─▶ reader ────────────────▶ actual ─┘
///
/// Neither side is more than a batch ahead of the other.
final class ReadBack: ByteDestination {
  private let plan: Plan
  private var input: Input
  private var reader: any EventReader & ~Copyable
  private var batch = EventBatch()
  private var isAtEnd = false
  private var path = PathTracker()

  private var expected: [UInt8] = []
  private var actual: EventTrace
  private var compared = 0

  init(_ source: any ByteSource, by plan: Plan) throws(DecantError) {
    self.plan = plan
    do {
      input = try Input(source, as: plan.target)
      reader = try input.format.reader(plan.readingBack)
    } catch {
      throw error.asReadBack(of: plan)
    }
    actual = EventTrace(for: plan.target)
  }

  func write(_ bytes: RawSpan) throws(DecantError) {
    expected.append(copying: bytes)
    var matched = 0
    while matched < expected.count {
      if compared == actual.bytes.count, try !advance() { throw difference(at: compared) }
      let count = min(expected.count - matched, actual.bytes.count - compared)
      guard
        expected[matched..<matched + count]
          .elementsEqual(actual.bytes[compared..<compared + count])
      else {
        var place = compared
        while actual.bytes[place] == expected[matched + place - compared] { place += 1 }
        throw difference(at: place)
      }
      matched += count
      compared += count
    }
    expected.removeAll(keepingCapacity: true)
  }

  func finish() throws(DecantError) {
    while true {
      guard compared == actual.bytes.count else { throw difference(at: compared) }
      guard try advance() else { return }
    }
  }

  private func advance() throws(DecantError) -> Bool {
    guard !isAtEnd else { return false }
    path.advance(over: batch, 0..<batch.count)
    batch.removeAll()
    actual.removeAll()
    compared = 0
    do {
      isAtEnd = try !reader.read(from: &input.window, into: &batch)
    } catch {
      throw error.located(in: input.window, named: nil).asReadBack(of: plan)
    }
    for index in 0..<batch.count { actual.append(batch[index], of: batch) }
    return !isAtEnd || !batch.isEmpty
  }

  private func difference(at place: Int) -> DecantError {
    var trace = actual
    trace.removeAll()
    for index in 0..<batch.count where trace.bytes.count <= place {
      path.advance(to: batch[index], of: batch)
      trace.append(batch[index], of: batch)
    }
    return DecantError(.migration(.differs), path: path.path)
  }
}

extension DecantError {
  func asReadBack(of plan: Plan) -> DecantError {
    if problem.specific(MigrationProblem.self) != nil { return self }
    return switch problem {
    case .system: self
    // The format permits only one document per file.
    case .trailingContent: DecantError(.manyDocuments(target: plan.target.name))
    default: DecantError(.migration(.unreadable(description)))
    }
  }
}

extension Plan {
  var readingBack: ReadingOptions {
    var options = ReadingOptions()
    // The output is no deeper than the input with tagged forms.
    options.maximumDepth = .max
    options.maximumAliasNodes = .max
    options.duplicateKeys = reading.duplicateKeys == .keep ? .keep : .error
    if case .tagged = fidelity { options = options.adapted(to: .tagged) }
    options.numberNotation = .asWritten
    return options
  }
}
