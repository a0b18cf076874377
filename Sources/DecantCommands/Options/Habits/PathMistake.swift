internal import DecantConversion
internal import DecantCore

extension PathPattern {
  /// Returns the hint of a path without a value that is written as in other tools.
  static func hint(ofMissing text: String) -> String? {
    (meant(by: text) ?? meantCondition(in: text)).map { "did you mean '\($0.visible(limit: 64))'?" }
  }

  /// Returns the pointer that was meant by one with the brackets of other tools: `/a/0/[b>1]` for `/a[0]/*[?b>1]`.
  fileprivate static func meant(by text: String) -> String? {
    guard text.hasPrefix("/") else { return nil }
    var tokens: [Substring] = []
    for token in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard token.hasSuffix("]"), token.utf8.contains(UInt8(ascii: "[")) else {
        let isSlice = token.utf8.contains(UInt8(ascii: ":")) && token.utf8.allSatisfy { $0 < 0x3B }
        tokens.append(isSlice ? "*" : token)
        continue
      }
      let parts = token.dropLast().split(separator: "[", omittingEmptySubsequences: false)
      if !parts[0].isEmpty { tokens.append(parts[0]) }
      for part in parts.dropFirst() {
        let inner = part.drop { $0 == "?" || $0 == "]" }.prefix { $0 != "]" }
        if inner == "*" || Int(inner) != nil {
          tokens.append(inner)
        } else {
          if tokens.last == "*" { tokens.removeLast() }
          tokens.append("[\(inner)]")
        }
      }
    }
    let meant = tokens.map { "/" + $0 }.joined()
    return meant == text || mistake(in: meant) != nil ? nil : meant
  }

  /// Returns the path with the condition that was meant by that of jq: `.[age>30]` for `.[.age>30]`.
  private static func meantCondition(in text: String) -> String? {
    let meant = text.reduce(into: "") { meant, character in
      if meant.last != "[" || ![".", "?"].contains(character) { meant.append(character) }
    }
    return meant == text || mistake(in: meant) != nil ? nil : meant
  }

  /// Returns what is wrong with a path that was typed; nil if it is a path.
  static func mistake(in text: String, bare: BarePaths = .refused) -> UsageError? {
    do throws(DecantError) {
      _ = try PathPattern(text, bare: bare)
      return nil
    } catch {
      return UsageError(mistakeIn: text, error)
    }
  }
}

extension UsageError {
  /// Creates the error of a path: `'.a[1:2]' is not a path: paths have no slices at character 5; …`.
  init(mistakeIn path: String, _ error: DecantError) {
    let problem = error.problem.specific(PathProblem.self)
    var location = error.position.map { " at character \($0.column)" } ?? ""
    if case .notAPath? = problem { location = "" }
    var hint = problem?.hint
    if ["keys", "length", "type"].contains(path) {
      hint = "'decant get --\(path) PATH' prints it; write /\(path) for a key of this name"
    }
    if case .notACondition? = problem, let meant = PathPattern.meant(by: path) {
      hint = "write \(meant.visible(limit: 64))"
    }
    let clause = hint.map { "; \($0)" } ?? ""
    self.init("'\(path.visible(limit: 64))' is not a path: \(error.message)\(location)\(clause)")
  }
}
