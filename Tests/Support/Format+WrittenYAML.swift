import Decant
package import DecantCore

extension Format {
  /// YAML, as its writer alone writes it: no stage before it expands aliases or repairs keys.
  package static let writtenYAML = Format(
    name: "written-yaml", summary: "YAML, as it is written",
    abilities: [
      .null, .booleans, .numbers, .nonFiniteNumbers, .dates, .data, .nonStringKeys, .anchors, .tags,
      .manyDocuments, .emptyStreams, .ascii, .indentation, .duplicateKeys,
    ],
    writer: Format.yaml.makeWriter)
}
