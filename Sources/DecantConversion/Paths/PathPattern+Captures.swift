/// What the wildcards of a path took in the path of a match, for another path to use: with `/jobs/*/env` and `/jobs/*/vars`,
/// the match `/jobs/build/env` leads to `/jobs/build/vars`.
extension PathPattern {
  /// Returns the tokens that each wildcard or condition took in a match; nil if `tokens` are not those of a match.
  ///
  /// Of several steps of any depth, each but the last takes as few tokens as possible.
  package func captures(in tokens: [KeyText]) -> [[KeyText]]? {
    // As for file names: only the latest step of any depth can need more tokens than it has.
    var lengths = [Int](repeating: 1, count: steps.count)
    var (step, token) = (0, 0)
    var retry: (step: Int, token: Int)?
    while step < steps.count || token < tokens.count {
      if step < steps.count, steps[step] == .anyDepth {
        retry = (step, token)
        lengths[step] = 0
        step += 1
      } else if step < steps.count, token < tokens.count, steps[step].canTake(tokens[token]) {
        step += 1
        token += 1
      } else if let latest = retry, latest.token < tokens.count {
        lengths[latest.step] += 1
        retry = (latest.step, latest.token + 1)
        (step, token) = (latest.step + 1, latest.token + 1)
      } else {
        return nil
      }
    }
    var captures: [[KeyText]] = []
    var index = 0
    for (step, length) in zip(steps, lengths) {
      if case .name = step {} else { captures.append(Array(tokens[index..<index + length])) }
      index += length
    }
    return captures
  }

  /// Returns the literal tokens of the path with its wildcards replaced; nil if their number or their lengths differ.
  package func filled(with captures: [[KeyText]]) -> [KeyText]? {
    var rest = captures[...]
    var tokens: [KeyText] = []
    for step in steps {
      if case .name(let name) = step {
        tokens.append(name)
        continue
      }
      guard let capture = rest.popFirst(), step == .anyDepth || capture.count == 1 else {
        return nil
      }
      tokens += capture
    }
    return rest.isEmpty ? tokens : nil
  }
}

extension PathPattern.Step {
  /// Whether the step can have led to a literal token; a condition is not tested again.
  fileprivate func canTake(_ token: KeyText) -> Bool {
    switch self {
    case .name(let name):
      name == token
        || PathPattern.distanceFromEnd(name) != nil && DocumentPointer.index(token) != nil
    case .any, .matching, .slice: true
    case .anyDepth: false
    }
  }
}
