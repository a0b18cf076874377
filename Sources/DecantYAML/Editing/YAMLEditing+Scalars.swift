internal import DecantCore
internal import DecantEditing

extension YAMLEditing {
  /// Returns the text if, written plain, it has the types that the plain scalar in its place has in YAML 1.2 and 1.1.
  func source(
    ofScalar text: String, inPlaceOf node: Int?, of document: EditedDocument
  ) -> String? {
    guard let node, !document.isCollection(node),
      !YAMLProperties(of: node, in: document, SourceLines(document.bytes)).hasTag,
      let old = types(Array(document.bytes[document.contentRange(of: node)])),
      old[0] == normal(document.kind(of: node)), old != [.string, .string]
    else { return nil }
    return types(Array(text.utf8)) == old ? text : nil
  }

  /// Returns the kinds in YAML 1.2 and 1.1, of which one stands for all numbers, and one for booleans; nil for `<<` and `=`.
  ///
  /// In 1.1, a string that only some readers take for a number is a real, and for a boolean false.
  private func types(_ text: [UInt8]) -> [Event.Kind]? {
    guard let first = text.first, !"<=".utf8.contains(first) else { return nil }
    // Eight bytes after the text have to be readable.
    return (text + [UInt8](repeating: 0, count: 8)).withBytes { bytes in
      var kinds = [YAMLSchema.core, .yaml11].map { (schema: YAMLSchema) -> Event.Kind in
        switch YAMLResolver.resolve(bytes.extracting(0..<text.count), in: schema) {
        case .string, .data: .string
        case .word(let kind), .number(let kind), .respelled(let kind, _): normal(kind)
        case .nonFinite: .integer
        case .date: .date
        }
      }
      if kinds[1] == .string, YAMLImplicit.mightResolve(bytes, from: 0, count: text.count) {
        kinds[1] = YAMLResolver.beginsAsWord(bytes) ? .false : .real
      }
      return kinds
    }
  }

  private func normal(_ kind: Event.Kind) -> Event.Kind {
    kind == .real ? .integer : kind == .false ? .true : kind
  }
}
