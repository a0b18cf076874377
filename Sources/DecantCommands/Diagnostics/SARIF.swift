internal import DecantCore
internal import DecantFiles

/// The Static Analysis Results Interchange Format 2.1.0 (OASIS), which code hosts show beside the lines of a file.
///
///     {"version":"2.1.0",…,"runs":[{"tool":{"driver":{…}},"results":[
///     {"ruleId":"schema","level":"error","message":{"text":"…"},"locations":[…]}
///     ]}]}
enum SARIF {
  private enum Rule: String, CaseIterable {
    case schema, error, warning

    var description: String {
      switch self {
      case .schema: "A value does not match the JSON Schema of its document."
      case .error: "A file is invalid, or cannot be read or converted."
      case .warning: "A value is changed, or other programs read it otherwise."
      }
    }
  }

  /// What the reports of all versions of decant begin with.
  static let opening =
    #"{"version":"2.1.0","$schema":"https://json.schemastore.org/sarif-2.1.0.json","#
    + #""runs":[{"tool":{"driver":{"name":"\#(Tool.name)","version":"#

  static var beginning: String {
    let rules = Rule.allCases.map { rule in
      String(objectOf: [
        ("id", rule.rawValue.quotedJSON),
        ("shortDescription", String(objectOf: [("text", rule.description.quotedJSON)])),
      ])
    }
    return opening + Tool.version.quotedJSON + #","rules":[\#(rules.joined(separator: ","))]}},"#
      + #""columnKind":"unicodeCodePoints","results":["#
  }

  static let end = "\n]}]}\n"

  /// Returns a result; nil for what is about no file, as a result must have a place.
  static func result(_ diagnostic: Diagnostic) -> String? {
    guard let source = diagnostic.source else { return nil }
    let rule: Rule =
      switch (diagnostic.severity, diagnostic.schemaPlace) {
      case (_, _?): .schema
      case (.error, nil): .error
      default: .warning
      }
    let hint = diagnostic.hint.map { "\n\($0)" } ?? ""
    var members: [(String, String?)] = [
      ("ruleId", rule.rawValue.quotedJSON),
      ("level", diagnostic.severity.rawValue.quotedJSON),
      ("message", String(objectOf: [("text", (diagnostic.statement + hint).quotedJSON)])),
      ("locations", "[" + location(diagnostic, in: source) + "]"),
    ]
    if let location = diagnostic.schemaPlace {
      members.append(("properties", String(objectOf: [("schema", location.quotedJSON)])))
    }
    return String(objectOf: members)
  }

  private static func location(_ diagnostic: Diagnostic, in source: String) -> String {
    var file = [("artifactLocation", String(objectOf: [("uri", uri(of: source).quotedJSON)]))]
    if let position = diagnostic.position {
      let region = String(objectOf: [
        ("startLine", "\(position.line)"), ("startColumn", "\(position.column)"),
      ])
      file.append(("region", region))
    }
    var members: [(String, String?)] = [("physicalLocation", String(objectOf: file))]
    if let path = diagnostic.path, !path.steps.isEmpty {
      let value = String(objectOf: [("fullyQualifiedName", path.description.quotedJSON)])
      members.append(("logicalLocations", "[\(value)]"))
    }
    return String(objectOf: members)
  }

  /// Returns the URI of a file, relative if its path is, as code hosts expect.
  private static func uri(of path: String) -> String {
    let plain = FilePath.plain(path).string
    return (plain.hasPrefix("/") ? "file://" : "") + URIReference.file(plain)
  }
}
