internal import DecantCore
internal import DecantConversion

/// The keys of a document as the coding keys of types, and coding paths, which are computed only on request.
extension DocumentKeys {
  /// Returns a key as text, or nil if it is a collection or contains a lone surrogate.
  func key(at node: Int) -> String? {
    let event = entries[node]
    guard event.depthChange == 0, !event.flags.contains(.isEscaped) else { return nil }
    return event.kind.word ?? tape.string(at: node)
  }

  /// Returns the name of the coding key for a key of a mapping, which is at `path`.
  func convertedName(of key: String, in mapping: Int, at path: [any CodingKey]) -> String {
    guard areConverted, !verbatim.contains(mapping) else { return key }
    switch strategy {
    case .useDefaultKeys:
      return key
    case .convertFromSnakeCase:
      return SnakeCase.camelCased(key)
    case .style:
      return KeyStyle.camel.rewriting(key)
    case .custom(let convert):
      return convert(path + [EventKey(stringValue: key)]).stringValue
    }
  }

  /// Returns the name in the document of a coding key for which it has no value.
  func documentName(of key: any CodingKey, in mapping: Int) -> String {
    guard areConverted, !verbatim.contains(mapping) else { return key.stringValue }
    switch strategy {
    case .useDefaultKeys, .custom: return key.stringValue
    case .convertFromSnakeCase: return rewritten(key.stringValue, .snake)
    case .style(let style): return rewritten(key.stringValue, style)
    }
  }

  /// Returns the keys of a mapping as coding keys, without those that are converted to the same one.
  func keys<Key: CodingKey>(of mapping: Int, as type: Key.Type) -> [Key] {
    let path = areConverted ? codingPath(of: mapping) : []
    var known: Set<KeyText> = []
    return tape.pairs(in: mapping).compactMap { pair in
      let key = tape.content(of: pair.key)
      guard !entries[key].flags.contains(.isDuplicateKey), let name = self.key(at: key),
        name != SharedKey.id || !hasNumber.contains(mapping)
      else { return nil }
      guard areConverted else { return Key(stringValue: name) }
      let converted = convertedName(of: name, in: mapping, at: path)
      let codingKey = Key(stringValue: converted) ?? Key(stringValue: name)
      return codingKey.flatMap { known.insert(KeyText($0.stringValue)).inserted ? $0 : nil }
    }
  }

  /// Returns two keys of a mapping that are equal as Swift's strings, but not as bytes.
  func equalStrings(amongKeysOf mapping: Int) -> (String, String)? {
    var known: [String: String] = [:]
    for (key, _) in tape.pairs(in: mapping) {
      guard let name = self.key(at: tape.content(of: key)) else { continue }
      if let other = known.updateValue(name, forKey: name), KeyText(other) != KeyText(name) {
        return (other, name)
      }
    }
    return nil
  }

  // MARK: Paths

  /// Returns the coding path of a node, in the keys of the types that are being decoded.
  func codingPath(of node: Int) -> [any CodingKey] {
    var path = outerPath
    tape.forEachStep(to: node) { mapping, step in
      switch step {
      case .key(let key): path.append(codingKey(for: key, in: mapping, at: path))
      case .index(let index): path.append(EventKey(index: index))
      }
    }
    return path
  }

  /// Returns the coding key for a key of the document: one of the type that the mapping is decoded with.
  private func codingKey(
    for key: String, in mapping: Int, at path: [any CodingKey]
  ) -> any CodingKey {
    // The conversion of a key is not always the inverse of that of the coding key, as for `imageURL`.
    let requested =
      areConverted && !verbatim.contains(mapping)
      ? rewrittenNames.filter { $0.value == key }.map(\.key.string).sorted() : []
    let names = requested + [convertedName(of: key, in: mapping, at: path), key]
    for index in 0..<openMappings.count where openMappings[index].node == mapping {
      for name in names {
        if let key = openMappings[index].type.init(stringValue: name) { return key }
      }
    }
    return EventKey(ofDictionary: names[requested.count])
  }

  /// The path of the document, if it is an element of a larger one.
  var outerPath: [any CodingKey] {
    sequence.map { $0 + [EventKey(index: index)] } ?? []
  }

  /// Returns the node at a coding path from `root` on, and its path in the document, to which keys are added that lead nowhere.
  func location(
    at path: [any CodingKey], from root: Int
  ) -> (node: Int, path: DocumentPath) {
    let outer = outerPath
    let path = Array(path.dropFirst(outer.count))
    func documentPath(of node: Int) -> DocumentPath {
      DocumentPath(DocumentPath(outer).steps + tape.path(to: node).steps)
    }
    var node = root
    for (index, key) in path.enumerated() {
      let next: Int? =
        switch entries[node].kind {
        case .beginMapping: value(of: key, in: node)
        case .beginSequence:
          key.intValue.flatMap { tape.element($0, of: node) }
        default: nil
        }
      guard let next else {
        let rest = DocumentPath(Array(path[index...])).steps
        return (node, DocumentPath(documentPath(of: node).steps + rest))
      }
      node = tape.content(of: next)
    }
    return (node, documentPath(of: node))
  }
}
