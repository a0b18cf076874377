public import Decant

/// A comparison of YAML's two lanes, which must agree.
public enum LaneComparison {
  /// Chunk sizes for the fast lane, and distances for a restart in another lane in the middle of
  /// documents.
  static let ways: [(feeding: Transcript.Feeding, restartDistance: Int)] = [
    (.init(), 4096), (.init(), 0), (.init(sizes: [1], capacity: 16), 0),
    (.init(sizes: [2, 5, 3]), 0), (.init(sizes: [4], capacity: 16), 4096),
  ]

  /// Returns a description of the difference, if any.
  ///
  /// The path and the events before an error may differ, because libyaml reads ahead. Syntax that
  /// libyaml reads incorrectly is not compared.
  public static func difference(
    of bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()
  ) -> String? {
    var options = options
    options.yamlLane = .libyaml
    let expected = Transcript(reading: bytes, as: .yaml, options)
    options.yamlLane = .fast
    options[YAMLReadingOptions.self].followsLibYAML = true
    for way in ways {
      options.yamlRestartDistance = way.restartDistance
      let found = Transcript(reading: bytes, as: .yaml, options, feeding: way.feeding)
      if found == expected { continue }
      if let error = expected.error, let other = found.error, isSame(error, as: other) { continue }
      return """
        \(String(decoding: bytes.prefix(2000), as: UTF8.self).debugDescription)
        \(way.feeding), restart \(way.restartDistance)
        libyaml: \(shown(expected, beside: found))
        fast:    \(shown(found, beside: expected))
        """
    }
    return nil
  }

  /// Whether both errors agree, or the fast lane's is one that libyaml would have found later.
  private static func isSame(_ error: DecantError, as other: DecantError) -> Bool {
    if error.problem == other.problem, error.position == other.position { return true }
    switch other.problem.specific(DecantError.YAMLProblem.self) {
    case .undefinedAlias, .mismatchedTag: return true
    default: break
    }
    switch other.problem {
    case .duplicateKey, .tooDeep: return true
    // libyaml looks four bytes ahead, and may so find the end of the valid encoding.
    case .invalidEncoding: return (other.offset ?? 0) > (error.offset ?? 0)
    default: return false
    }
  }

  private static func shown(_ transcript: Transcript, beside other: Transcript) -> String {
    let same = zip(transcript.entries, other.entries).prefix { $0 == $1 }.count
    let events = transcript.entries.dropFirst(same).prefix(4).map {
      "\($0.kind) \($0.style) flags \($0.flags) at \($0.offset) "
        + String(decoding: $0.text.prefix(80), as: UTF8.self).debugDescription
    }
    return "\(same) same, then \(events), \(transcript.error.map { "\($0)" } ?? "no error")"
  }
}
