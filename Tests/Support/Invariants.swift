public import Decant
import DecantConversion

/// The invariants of reading and writing for any input, shared by fuzz targets and tests.
public enum Invariants {
  /// Returns a description of a violated invariant; the first byte selects the chunk sizes.
  public static func violation(of input: [UInt8], as format: Format) -> String? {
    guard let first = input.first else { return nil }
    let bytes = Array(input.dropFirst())
    return readingViolation(bytes, as: format, feeding: feeding(first))
      ?? writingViolation(bytes, from: format)
      ?? returningViolation(bytes, to: format)
      ?? rewritingViolation(bytes, as: format)
      ?? skippingViolation(bytes, as: format, feeding: feeding(first))
      ?? brokenOffViolation(bytes, from: format, seed: first)
      ?? checkingViolation(bytes, as: format, feeding: feeding(first))
  }

  /// The output of a failed conversion is invalid, or consists of complete records.
  private static func brokenOffViolation(
    _ bytes: [UInt8], from format: Format, seed: UInt8
  ) -> String? {
    let targets: [Format] = [
      .yaml, .jsonLines, .xmlPropertyList, .openStepPropertyList, .json, .jsonSequence,
    ]
    let target = targets[Int(seed) % targets.count]
    let destination = MemoryDestination()
    let source = ChunkedSource(bytes, sizes: feeding(seed).sizes)
    do {
      try Transcoder(from: format, to: target).run(from: source, to: destination)
      return nil
    } catch {
      let isRefused = Transcript(reading: destination.bytes, as: target).error != nil
      if destination.bytes.isEmpty || isRefused || target.abilities.contains(.records) {
        return nil
      }
      return "looks whole after \(error): \(destination.text)"
    }
  }

  private static func feeding(_ seed: UInt8) -> Transcript.Feeding {
    let sizes = [Int(seed & 7) + 1, Int(seed >> 3 & 3) * 7 + 1]
    return Transcript.Feeding(sizes: sizes, capacity: seed & 0x20 == 0 ? 16 : 64)
  }

  /// Reading in chunks has the same result as reading at once, and obeys the grammar of events.
  private static func readingViolation(
    _ bytes: [UInt8], as format: Format, feeding: Transcript.Feeding
  ) -> String? {
    let whole = Transcript(reading: bytes, as: format)
    if let flaw = whole.grammarFlaw { return "\(flaw): \(whole.script)" }
    if let error = whole.error {
      if !format.abilities.contains(.manyDocuments),
        whole.entries.contains(where: { $0.kind == .endDocument })
      {
        return "a document ended before \(error)"
      }
      let isPlaced =
        error.position.map { $0.line >= 1 && $0.column >= 1 }
        ?? (mayBeBinary(bytes, as: format) && error.offset != nil)
      if !isPlaced { return "no place: \(error)" }
      if !error.isAboutInput { return "not about the input: \(error)" }
    }
    let pieces = Transcript(reading: bytes, as: format, feeding: feeding)
    guard pieces != whole else { return nil }
    return """
      \(feeding) differs:
      \(whole.script) \(String(describing: whole.error))
      \(pieces.script) \(String(describing: pieces.error))
      """
  }

  /// Without lines, positions are byte offsets.
  private static func mayBeBinary(_ bytes: [UInt8], as format: Format) -> Bool {
    bytes.starts(with: "bplist0".utf8) || format.abilities.contains(.binary)
  }

  private static func skippingViolation(
    _ bytes: [UInt8], as format: Format, feeding: Transcript.Feeding
  ) -> String? {
    guard format.abilities.contains(.records) else { return nil }
    var outputs: [String] = []
    for feeding in [Transcript.Feeding(), feeding] {
      let reports = Reports()
      var plan = Plan(to: .jsonLines)
      plan.reading.badRecords = reports.skipping
      do {
        let written = try convert(bytes, from: format, by: plan, feeding: feeding)
        let places = reports.all.map { $0.position?.offset ?? -1 }
        outputs.append(String(decoding: written, as: UTF8.self) + "\(places)")
      } catch {
        // There is no bad record without a record, and no row without a header.
        var isKnown = format.abilities.contains(.rows)
        if case .invalidEncoding = error.problem { isKnown = true }
        guard isKnown else { return "stopped by \(error)" }
        outputs.append("")
      }
    }
    return outputs[0] == outputs[1] ? nil : "skipping differs with \(feeding): \(outputs)"
  }

  /// Checking accepts the same inputs as reading, and reports the same first error.
  private static func checkingViolation(
    _ bytes: [UInt8], as format: Format, feeding: Transcript.Feeding
  ) -> String? {
    guard format.name == Format.jsonLines.name else { return nil }
    let expected = Transcript(reading: bytes, as: format).error?.position?.offset
    var found: [[Int]] = []
    for feeding in [Transcript.Feeding(), feeding] {
      let reports = Reports()
      var options = ReadingOptions()
      options.badRecords = reports.skipping
      options.needs.insert(.multilineRecords)
      do {
        var input = try Input(ChunkedSource(bytes, sizes: feeding.sizes), as: format)
        try input.check(options)
      } catch {
        return expected == nil ? "refused by check: \(error)" : nil
      }
      // Checking an archive also verifies its digest.
      let mistakes = reports.all.filter {
        $0.problem.specific(DecantError.ArchiveProblem.self) == nil
      }
      found.append(mistakes.map { $0.position?.offset ?? -1 })
    }
    guard found[0] == found[1] else { return "checking differs with \(feeding): \(found)" }
    guard found[0].first != expected else { return nil }
    return "checking finds \(found[0]), reading \(String(describing: expected))"
  }

  /// Writing an input in its own format keeps its meaning; `rewritingViolation` tests formats with many documents.
  private static func returningViolation(_ bytes: [UInt8], to format: Format) -> String? {
    guard format.isWritable, !format.abilities.contains(.manyDocuments) else { return nil }
    var plan = Plan.compact(.jsonLines)
    plan.fidelity = .tagged
    guard let meaning = try? convert(bytes, from: format, by: plan) else { return nil }
    for layout in [Plan(to: format), .compact(format), Plan.pretty(format).ascii] {
      var layout = layout
      layout.fidelity = .tagged
      do {
        let written = try convert(bytes, from: format, by: layout)
        let again = try convert(written, from: format, by: plan)
        let rewritten = try convert(written, from: format, by: layout)
        if again == meaning, rewritten == written { continue }
        return """
          changed by \(format.name):
          \(String(decoding: meaning, as: UTF8.self))
          \(String(decoding: again, as: UTF8.self))
          \(String(decoding: written, as: UTF8.self))
          """
      } catch {
        // Some formats can contain values that cannot be written.
        if case .notRepresentable = error.problem { continue }
        return "what was written is refused: \(error)"
      }
    }
    return nil
  }

  private static func rewritingViolation(_ bytes: [UInt8], as format: Format) -> String? {
    guard format.isWritable, format.abilities.contains(.manyDocuments) else { return nil }
    var plan = Plan.compact(.jsonLines)
    plan.fidelity = .lossy
    guard let meaning = try? convert(bytes, from: format, by: plan),
      let written = try? convert(bytes, from: format, by: Plan(to: format))
    else { return nil }
    do {
      let again = try convert(written, from: format, by: plan)
      let rewritten = try convert(written, from: format, by: Plan(to: format))
      if again == meaning, rewritten == written { return nil }
      return """
        changed by rewriting:
        \(String(decoding: meaning, as: UTF8.self))
        \(String(decoding: again, as: UTF8.self))
        \(String(decoding: written, as: UTF8.self))
        \(String(decoding: rewritten, as: UTF8.self))
        """
    } catch {
      return "what was rewritten is refused: \(error) \(String(decoding: written, as: UTF8.self))"
    }
  }

  /// Output can be read, has the same meaning, and is rewritten without changes.
  private static func writingViolation(_ bytes: [UInt8], from format: Format) -> String? {
    var plan = Plan.compact(.jsonLines)
    plan.fidelity = .lossy
    plan.reading.duplicateKeys = .keep
    guard let written = try? convert(bytes, from: format, by: plan) else { return nil }
    for other in [Plan.pretty(.jsonLines), Plan.pretty(.jsonLines, .tab).ascii] {
      var other = other
      other.fidelity = plan.fidelity
      other.reading = plan.reading
      do {
        let pretty = try convert(bytes, from: format, by: other)
        let again = try convert(pretty, from: .jsonLines, by: plan)
        if again != written {
          return """
            changed on the way:
            \(String(decoding: written, as: UTF8.self))
            \(String(decoding: again, as: UTF8.self))
            """
        }
      } catch {
        return "what was written is refused: \(error)"
      }
    }
    return nil
  }
}
