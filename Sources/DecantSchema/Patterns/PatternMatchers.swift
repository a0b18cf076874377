internal import DecantCore

/// What matches texts with the patterns of a schema: an automaton of each if there can be one, or else the simulation.
struct PatternMatchers {
  private enum Automaton {
    case unknown
    case some(PatternAutomaton)
    case none
  }

  private var automata: [Automaton] = []
  private var simulation = PatternMatcher()

  /// Whether `pattern` matches anywhere in a text; nil if that would take more than `budget` steps.
  ///
  /// Takes the steps from the budget.
  mutating func matches(
    _ pattern: Pattern, numbered number: Int, _ text: RawSpan, _ budget: inout Int
  ) -> Bool? {
    if number >= automata.count {
      automata += repeatElement(.unknown, count: number + 1 - automata.count)
    }
    var automaton = Automaton.none
    swap(&automaton, &automata[number])
    if case .unknown = automaton {
      automaton = PatternAutomaton(pattern).map(Automaton.some) ?? .none
    }
    guard case .some(var known) = automaton else {
      return simulation.matches(pattern, text, &budget)
    }
    // It is the only reference again, so that it can grow in place.
    automaton = .none
    guard let matches = known.matches(text, &budget) else {
      return simulation.matches(pattern, text, &budget)
    }
    automata[number] = .some(known)
    return budget > 0 ? matches : nil
  }
}
