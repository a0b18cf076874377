struct GitRequest: Equatable {
  var command = ""
  var path: String?

  /// Parses lines such as `command=clean`; others are about objects of git, and not needed.
  init(_ lines: [String]) {
    for line in lines {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let value = String(line[line.index(after: equals)...])
      switch line[..<equals] {
      case "command": command = value
      case "pathname": path = value
      default: break
      }
    }
  }
}

/// A direction of the filter.
enum GitCommand: String, CaseIterable {
  /// From the working tree to the repository.
  case clean
  /// From the repository to the working tree.
  case smudge

  static let names = allCases.map(\.rawValue)
}
