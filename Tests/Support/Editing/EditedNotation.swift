package import Decant

/// A notation in which edits keep the layout of a document.
package enum EditedNotation: String, CaseIterable, Sendable {
  case json, json5, yaml, xml, openStep, toml

  package var format: Format {
    switch self {
    case .json: .json
    case .json5: .json5
    case .yaml: .yaml
    case .xml: .xmlPropertyList
    case .openStep: .openStepPropertyList
    case .toml: .toml
    }
  }

  package var onlyStrings: Bool { self == .openStep }

  /// Whether a document is always a mapping.
  package var hasMappingAsRoot: Bool { self == .toml }

  package func document(_ value: Value) -> Value {
    value.mapping == nil && hasMappingAsRoot ? ["root": value] : value
  }

  package func document(_ layout: inout RandomLayout) -> Value {
    document(layout.value(onlyStrings: onlyStrings))
  }

  package func text(of value: Value, _ layout: inout RandomLayout) -> String {
    switch self {
    case .json: layout.json(value)
    case .json5: layout.json5(value)
    case .yaml: layout.yaml(value)
    case .xml: layout.xml(value)
    case .openStep: layout.openStep(value)
    case .toml: layout.toml(value)
    }
  }

  /// Returns a text that may have a node per line, as programs write it.
  package func maybeLinedText(of value: Value, _ layout: inout RandomLayout) -> String {
    let isLined = layout.chance(50)
    switch self {
    case .json where isLined: return layout.linedJSON(value)
    case .json5 where isLined: return layout.linedJSON5(value)
    case .xml where isLined: return layout.linedXML(value)
    case .openStep where isLined: return layout.linedOpenStep(value)
    case .yaml:
      let text = layout.yaml(value)
      // The lines of a document may be indented.
      guard layout.chance(20), !text.contains("---\n") else { return text }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.map { $0.isEmpty ? "" : "   " + $0 }.joined(separator: "\n")
    default: return text(of: value, &layout)
    }
  }
}

/// The formats that can be edited, each of which is tested beside the others of its module.
package enum EditedFormats {
  package static let json = named(["json", "jsonl", "json-seq", "json5"])
  package static let yaml = named(["yaml"])
  package static let toml = named(["toml"])
  package static let propertyLists = named(
    ["xml1", "binary1", "openstep", "strings", "keyedarchive"])
  package static let binary = named(["cbor", "msgpack"])

  package static let tables = named(["csv", "tsv"])

  package static let all = json + yaml + toml + propertyLists + binary + tables

  private static func named(_ names: [String]) -> [Format] {
    FormatRegistry.standard.formats.filter { names.contains($0.name) && $0.isEditable }
  }
}
