internal import DecantCore

extension PathPattern {
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
    var place = error.position.map { " at character \($0.column)" } ?? ""
    if case .notAPath? = problem { place = "" }
    let hint = problem?.hint.map { "; \($0)" } ?? ""
    self.init("'\(path.visible(limit: 64))' is not a path: \(error.message)\(place)\(hint)")
  }
}
