internal import Decant

/// Reads the words of a command line into `Arguments`.
///
/// `--name value`, `--name=value`, `-n value`, `-nvalue`, bundles such as `-cS`; `--` ends the options, and
/// `-` is an operand.
struct ArgumentParser {
  private let verb: Verb.Name
  private let flags: [Flag]
  private var words: ArraySlice<String>
  private var given: [Flag] = []

  private(set) var arguments = Arguments()

  /// Makes a parser for what follows the verb.
  init(_ words: ArraySlice<String>, for verb: Verb.Name) {
    self.words = words
    self.verb = verb
    flags = Flag.all.filter { $0.verbs.contains(verb) }
  }

  /// Reads all words; what was understood before a mistake is in `arguments` all the same.
  mutating func parse() throws(UsageError) {
    while let word = words.popFirst() {
      if word == "--" {
        arguments.operands += words
        break
      } else if word.hasPrefix("--") {
        try parseLong(word.dropFirst(2))
      } else if word.hasPrefix("-"), word != "-" {
        try parseBundle(word.dropFirst())
      } else {
        arguments.operands.append(word)
      }
    }
    try refuseContradictions()
  }

  private mutating func parseLong(_ word: Substring) throws(UsageError) {
    let equals = word.firstIndex(of: "=")
    let name = String(word[..<(equals ?? word.endIndex)])
    let value = equals.map { String(word[word.index(after: $0)...]) }
    guard let flag = flags.first(where: { $0.long == name }) else { throw unknown(name) }

    switch flag.value {
    case .none:
      guard value == nil else { throw UsageError("'--\(name)' takes no value") }
      try enter(flag, "", as: "--\(name)")
    case .optional:
      try enter(flag, value ?? "", as: "--\(name)")
    case .required(let valueName, _):
      guard let value = value ?? words.popFirst() else {
        throw UsageError("'--\(name)' needs a value, \(valueName)")
      }
      try enter(flag, value, as: "--\(name)")
    }
  }

  private mutating func parseBundle(_ letters: Substring) throws(UsageError) {
    var rest = letters
    while let letter = rest.popFirst() {
      guard let flag = flags.first(where: { $0.short == letter }) else {
        let long = flags.first { $0.long.first == Character(letter.lowercased()) }?.long
        throw UsageError(
          "unknown option '-\(String(letter).visible())'", suggestion: long.map { "--\($0)" })
      }
      switch flag.value {
      case .none:
        try enter(flag, "", as: "-\(letter)")
      case .optional:
        try enter(flag, String(rest), as: "-\(letter)")
        return
      case .required(let valueName, _):
        guard let value = rest.isEmpty ? words.popFirst() : String(rest) else {
          throw UsageError("'-\(letter)' needs a value, \(valueName)")
        }
        try enter(flag, value, as: "-\(letter)")
        return
      }
    }
  }

  private mutating func enter(
    _ flag: Flag, _ value: String, as typed: String
  ) throws(UsageError) {
    guard flag.effect(&arguments, value) else {
      let shown = value.visible(limit: 64)
      switch flag.value {
      case .required(_, let domain):
        throw UsageError(
          "'\(typed)' takes \(domain.words), not '\(shown)'",
          suggestion: Spelling.nearest(to: value, in: flag.value.choices))
      case .none, .optional:
        throw UsageError("'\(typed)' does not take '\(shown)'")
      }
    }
    given.append(flag)
  }

  private func refuseContradictions() throws(UsageError) {
    for flag in given {
      if let other = given.first(where: { flag.excludes.contains($0.long) }) {
        throw UsageError("'--\(flag.long)' cannot be used together with '--\(other.long)'")
      }
    }
  }

  private func unknown(_ name: String) -> UsageError {
    if Flag.all.contains(where: { $0.long == name }) {
      return UsageError("'\(verb.rawValue)' has no option '--\(name)'")
    }
    let nearest = Spelling.nearest(to: name, in: flags.map(\.long))
    return UsageError(
      "unknown option '--\(name.visible(limit: 64))'", suggestion: nearest.map { "--\($0)" })
  }
}

/// A command line that makes no sense; the message is one line.
struct UsageError: Error {
  var message: String

  init(_ message: String, suggestion: String? = nil) {
    self.message = message + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}
