internal import DecantCore

/// One run of an initializer, in which a script decides what its decoder answers.
///
///     script 1 0 ──▶ decision 0: the second of 3 options │ 1: the first of 2 │ 2: the first, as after each script
final class ProbeRun {
  struct Decision {
    let subject: Subject
    let count: Int
    let taken: Int
    /// How many options are tried even if one succeeds.
    let explored: Int
    /// Whether the options lead to different values, of which all are tried if the first one fails.
    let isFork: Bool
  }

  /// What is decided: the hash of a path, and what is requested there.
  struct Subject: Hashable {
    let path: Int
    let question: Question
  }

  enum Purpose {
    /// To find out all that the type decodes.
    case description
    /// To create a small value: without what is optional, and of the given scalar.
    case sample(of: Value?)
  }

  let probe: TypeProbe
  let root = ProbedNode()
  let purpose: Purpose
  /// The raw values of the type, if it is an enumeration.
  let rawValues: [Value]
  private let script: [Int]
  private(set) var decisions: [Decision] = []
  /// Whether a value was refused, which may be the cause of an error.
  var hasRefused = false
  /// Whether the type had a value since one was refused, which it decodes in another way then.
  var hasValueSinceRefusal = false
  private var steps = 0

  private static let maximumSteps = 10_000

  init(_ probe: TypeProbe, _ purpose: Purpose, rawValues: [Value], script: [Int]) {
    self.probe = probe
    self.purpose = purpose
    self.rawValues = rawValues
    self.script = script
  }

  var isSample: Bool {
    if case .sample = purpose { true } else { false }
  }

  /// The value that a scalar at the root has.
  var givenValue: Value? {
    if case .sample(let value) = purpose { value } else { nil }
  }

  /// Whether the initializer goes on endlessly, or nearly so.
  var isExhausted: Bool { steps > Self.maximumSteps }

  func step() throws {
    steps += 1
    guard !isExhausted else { throw ProbeError.refused(Any.self, at: []) }
  }

  /// Returns the option that the script has next, or the first one.
  func decide(
    _ subject: Subject, _ count: Int, exploring explored: Int, isFork: Bool = false
  ) -> Int {
    let index = decisions.count
    let taken = index < script.count ? min(script[index], count - 1) : 0
    decisions.append(
      Decision(subject: subject, count: count, taken: taken, explored: explored, isFork: isFork))
    return taken
  }

  /// Returns whether the answer is yes; the other one is tried, too.
  func answer(_ subject: Subject, first isYes: Bool) -> Bool {
    (decide(subject, 2, exploring: 2) == 0) == isYes
  }

  /// Returns a question about a value.
  static func subject(_ question: Question, _ path: [any CodingKey]) -> Subject {
    var hasher = Hasher()
    for key in path { hasher.combine(key.stringValue) }
    return Subject(path: hasher.finalize(), question: question)
  }

  enum Question: Hashable {
    case value(ObjectIdentifier)
    case isNull, contains, keys, unknownKeys, length
  }

  var path: [Int] { decisions.map(\.taken) }

  /// Returns scripts that differ from this run in one decision before the last of its own script, which remains.
  func earlierVariants(_ isWanted: (_ decision: Decision, _ option: Int) -> Bool) -> [[Int]] {
    var scripts: [[Int]] = []
    for index in script.indices.dropLast() where index < decisions.count {
      for option in 0..<decisions[index].count
      where option != decisions[index].taken && isWanted(decisions[index], option) {
        // What else was requested at the path is not requested after another answer.
        let later = (index + 1..<script.count).filter {
          $0 < decisions.count && decisions[$0].subject.path != decisions[index].subject.path
        }
        scripts.append(script[..<index] + [option] + later.map { script[$0] })
      }
    }
    return scripts
  }

  /// Returns scripts that differ from this run in one decision after those of its own script.
  func variants(_ isWanted: (_ decision: Decision, _ option: Int) -> Bool) -> [[Int]] {
    var scripts: [[Int]] = []
    let path = path
    for index in decisions.indices.dropFirst(script.count) {
      for option in 0..<decisions[index].count
      where option != decisions[index].taken && isWanted(decisions[index], option) {
        scripts.append(path[..<index] + [option])
      }
    }
    return scripts
  }
}

/// The errors that a type expects of a decoder.
enum ProbeError {
  static func refused(_ type: Any.Type, at path: [any CodingKey]) -> DecodingError {
    .typeMismatch(type, context(path))
  }

  static func missing(_ key: some CodingKey, at path: [any CodingKey]) -> DecodingError {
    .keyNotFound(key, context(path))
  }

  static func null(_ type: Any.Type, at path: [any CodingKey]) -> DecodingError {
    .valueNotFound(type, context(path))
  }

  private static func context(_ path: [any CodingKey]) -> DecodingError.Context {
    DecodingError.Context(codingPath: path, debugDescription: "refused to find other types")
  }
}
