internal import DecantCore

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
