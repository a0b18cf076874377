internal import DecantCore

/// A regular expression as a program that is simulated in linear time.
///
/// The states that a text can have reached are followed all at once, as K. Thompson described it, so no text takes longer
/// than its length times the number of states. Look-arounds are programs of their own. Each is run once over the text, a
/// look-ahead from the end, and stores the positions at which it matches.
struct Pattern: Sendable {
  static let maximumSize = 500_000

  enum Operation: UInt8, BitwiseCopyable, Sendable {
    /// Consumes a scalar of a set.
    case set
    /// Continues at both operands.
    case split
    /// Continues at the operand.
    case jump
    case start, end, wordBoundary, noWordBoundary, look, noLook
    case accept
  }

  struct Instruction: BitwiseCopyable, Sendable {
    var operation: Operation
    var first: Int32 = 0
    var second: Int32 = 0
  }

  struct Program: Sendable {
    var instructions: [Instruction] = []
    /// Whether it is run from the end of the text.
    var isReversed = false
    /// Whether it matches only at the start of the text.
    var isAnchored = false
  }

  let sets: [ScalarSet]
  private(set) var looks: [Program] = []
  private(set) var main = Program()

  /// Creates the program of a pattern, unless it takes more than `most` states, of a `limit` for all patterns of a schema.
  init(_ text: String, most: Int = .max, of limit: Int = .max) throws(PatternProblem) {
    var parser = PatternParser(text)
    let node = try parser.parse()
    sets = parser.sets
    let size = parser.looks.reduce(node.size) { $0.addingReportingOverflow($1.node.size).0 }
    guard 0...Self.maximumSize ~= size,
      parser.looks.allSatisfy({ $0.node.size <= Self.maximumSize })
    else { throw .tooLarge(limit: Self.maximumSize) }
    guard size <= most else { throw .tooManyStates(limit: limit) }
    for look in parser.looks {
      var program = Program(isReversed: look.isAhead)
      emit(look.node, into: &program)
      program.instructions.append(Instruction(operation: .accept))
      looks.append(program)
    }
    emit(node, into: &main)
    main.instructions.append(Instruction(operation: .accept))
    main.isAnchored = main.instructions[0].operation == .start
  }

  /// How many instructions it has.
  var size: Int { looks.reduce(main.instructions.count) { $0 + $1.instructions.count } }

  private func emit(_ node: PatternNode, into program: inout Program) {
    switch node {
    case .set(let set):
      append(.set, set, to: &program)
    case .sequence(let parts):
      for part in program.isReversed ? parts.reversed() : parts { emit(part, into: &program) }
    case .alternatives(let parts):
      var jumps: [Int] = []
      for part in parts.dropLast() {
        let split = program.instructions.count
        append(.split, split + 1, to: &program)
        emit(part, into: &program)
        jumps.append(program.instructions.count)
        append(.jump, 0, to: &program)
        program.instructions[split].second = Int32(program.instructions.count)
      }
      if let last = parts.last { emit(last, into: &program) }
      for jump in jumps { program.instructions[jump].first = Int32(program.instructions.count) }
    case .repeated(let part, let least, let most):
      emit(part, least, most, into: &program)
    case .start: append(.start, 0, to: &program)
    case .end: append(.end, 0, to: &program)
    case .wordBoundary(let isNegated):
      append(isNegated ? .noWordBoundary : .wordBoundary, 0, to: &program)
    case .look(let number, let isNegated):
      append(isNegated ? .noLook : .look, number, to: &program)
    }
  }

  private func emit(
    _ part: PatternNode, _ least: Int, _ most: Int?, into program: inout Program
  ) {
    for _ in 0..<least { emit(part, into: &program) }
    guard let most else {
      let split = program.instructions.count
      append(.split, split + 1, to: &program)
      emit(part, into: &program)
      append(.jump, split, to: &program)
      program.instructions[split].second = Int32(program.instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<most {
      splits.append(program.instructions.count)
      append(.split, program.instructions.count + 1, to: &program)
      emit(part, into: &program)
    }
    for split in splits { program.instructions[split].second = Int32(program.instructions.count) }
  }

  private func append(_ operation: Operation, _ operand: Int, to program: inout Program) {
    program.instructions.append(Instruction(operation: operation, first: Int32(operand)))
  }
}
