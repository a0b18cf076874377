internal import DecantCore

/// A simulation of patterns, whose memory is used again for each text.
struct PatternMatcher {
  private var text: [UInt32] = []
  private var states: [Int32] = []
  private var nextStates: [Int32] = []
  private var stack: [Int32] = []
  /// The step at which each instruction was last reached.
  private var lastSteps: [Int] = []
  private var step = 0
  /// For each look-around, the positions in the text at which it matches.
  private var looks: [[Bool]] = []

  /// Whether `pattern` matches anywhere in a text; nil if that would take more than `budget` steps.
  ///
  /// Takes the steps from the budget.
  mutating func matches(_ pattern: Pattern, _ bytes: RawSpan, _ budget: inout Int) -> Bool? {
    text.removeAll(keepingCapacity: true)
    bytes.appendScalars(to: &text)
    looks.removeAll(keepingCapacity: true)
    for look in pattern.looks {
      var matching = [Bool](repeating: false, count: text.count + 1)
      let isDone: Void? = run(look, of: pattern, &budget) { position in
        matching[position] = true
        return false
      }
      guard isDone != nil else { return nil }
      looks.append(matching)
    }
    var isFound = false
    let isDone: Void? = run(pattern.main, of: pattern, &budget) { _ in
      isFound = true
      return true
    }
    return isDone == nil ? nil : isFound
  }

  /// Runs a program from each position, and calls `accept` with each at which it ends, until that returns true.
  @inline(__always)
  private mutating func run(
    _ program: Pattern.Program, of pattern: Pattern, _ budget: inout Int,
    accept: (Int) -> Bool
  ) -> Void? {
    let count = program.instructions.count
    if lastSteps.count < count { lastSteps += repeatElement(0, count: count - lastSteps.count) }
    states.removeAll(keepingCapacity: true)
    var position = program.isReversed ? text.count : 0
    let end = text.count - position
    step += 1
    if add(0, at: position, program, &budget), accept(position) { return () }
    while position != end {
      guard budget > 0 else { return nil }
      swap(&states, &nextStates)
      states.removeAll(keepingCapacity: true)
      step += 1
      let scalar = program.isReversed ? text[position - 1] : text[position]
      position += program.isReversed ? -1 : 1
      var isAccepted = false
      budget -= nextStates.count
      for state in nextStates {
        let instruction = program.instructions[Int(state)]
        guard pattern.sets[Int(instruction.first)].contains(scalar) else { continue }
        if add(Int(state) + 1, at: position, program, &budget) { isAccepted = true }
      }
      if !program.isAnchored {
        if add(0, at: position, program, &budget) { isAccepted = true }
      } else if states.isEmpty, !isAccepted {
        return ()
      }
      if isAccepted, accept(position) { return () }
    }
    return ()
  }

  /// Adds the states that are reached from an instruction without consuming a scalar; returns whether it accepts.
  private mutating func add(
    _ instruction: Int, at position: Int, _ program: Pattern.Program, _ budget: inout Int
  ) -> Bool {
    var isAccepted = false
    stack.append(Int32(instruction))
    while let state = stack.popLast() {
      let index = Int(state)
      guard lastSteps[index] != step else { continue }
      lastSteps[index] = step
      budget -= 1
      let instruction = program.instructions[index]
      let isPassed: Bool
      switch instruction.operation {
      case .set:
        states.append(state)
        continue
      case .split:
        stack.append(instruction.second)
        stack.append(instruction.first)
        continue
      case .jump:
        stack.append(instruction.first)
        continue
      case .accept:
        isAccepted = true
        continue
      case .start: isPassed = position == 0
      case .end: isPassed = position == text.count
      case .wordBoundary: isPassed = isWord(position - 1) != isWord(position)
      case .noWordBoundary: isPassed = isWord(position - 1) == isWord(position)
      case .look: isPassed = looks[Int(instruction.first)][position]
      case .noLook: isPassed = !looks[Int(instruction.first)][position]
      }
      if isPassed { stack.append(state + 1) }
    }
    return isAccepted
  }

  private func isWord(_ position: Int) -> Bool {
    text.indices.contains(position) && PatternParser.word.contains(text[position])
  }
}

extension RawSpan {
  /// Appends the scalars of UTF-8 text.
  fileprivate func appendScalars(to scalars: inout [UInt32]) {
    let isASCII = (0..<byteCount).allSatisfy { byte(at: $0) < 0x80 }
    guard !isASCII else {
      for offset in 0..<byteCount { scalars.append(UInt32(byte(at: offset))) }
      return
    }
    for scalar in String(utf8: self).unicodeScalars { scalars.append(scalar.value) }
  }
}

/// What matches texts with the patterns of a schema: an automaton of each if there can be one, or else the simulation.
final class PatternMatchers {
  private struct Trial {
    var automaton: PatternAutomaton?
    var isMade = false
  }

  /// For each pattern, its automaton if there is one, and whether it was tried to make it.
  private var trials: [Trial] = []
  private var simulation = PatternMatcher()

  /// Whether a pattern matches anywhere in a text; nil if that would take more than `budget` steps, or it is not supported.
  ///
  /// Takes the steps from the budget.
  func matches(
    _ number: Int, of patterns: [Pattern?], _ text: RawSpan, _ budget: inout Int
  ) -> Bool? {
    if number >= trials.count {
      trials += repeatElement(Trial(), count: patterns.count - trials.count)
    }
    if !trials[number].isMade {
      let automaton = patterns[number].flatMap { PatternAutomaton($0) }
      trials[number] = Trial(automaton: automaton, isMade: true)
    }
    if trials[number].automaton != nil {
      if let matches = trials[number].automaton?.matches(text, &budget) {
        return budget > 0 ? matches : nil
      }
      trials[number].automaton = nil
    }
    return patterns[number].flatMap { simulation.matches($0, text, &budget) }
  }
}
