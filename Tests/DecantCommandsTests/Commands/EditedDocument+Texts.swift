import Decant
import DecantEditing

extension EditedDocument {
  /// How a document is written; a stream is a sequence of documents.
  enum Layout: String, CaseIterable, Sendable {
    case yaml, commentedYAML, json, line, toml, commentedTOML

    var hasComments: Bool { self == .commentedYAML || self == .commentedTOML }
    var isTOML: Bool { self == .toml || self == .commentedTOML }
    var isJSON: Bool { self == .json || self == .line }

    func format(ofStream isStream: Bool) -> Format {
      if isTOML { return .toml }
      return isJSON ? isStream ? .jsonLines : .json : .yaml
    }
  }

  func isRepresentable(in layout: Layout) -> Bool {
    guard layout.isTOML else { return true }
    return isMapping(Self.root) && !nodes.values.contains { $0.content == .scalar(.null) }
  }

  /// Whether its children have no lines of their own.
  private func isInline(_ id: Int, in layout: Layout) -> Bool {
    let children = children(of: id)
    if layout.isTOML {
      if isMapping(id) { return !isTable(id) }
      return isSequence(id) && !isTables(id) && !(isTable(nodes[id]?.parent ?? id))
    }
    return children.isEmpty && !isScalar(id)
      || isSequence(id) && isElement(id)
        && children.allSatisfy(isScalar)
  }

  private func isElement(_ id: Int) -> Bool { nodes[id]?.key == nil && id != Self.root }

  /// Whether it is a sequence of tables in TOML.
  private func isTables(_ id: Int) -> Bool {
    let children = children(of: id)
    return isSequence(id) && !children.isEmpty && children.allSatisfy(isMapping)
      && nodes[id]?.key != nil && isTable(nodes[id]?.parent ?? id)
  }

  private func isTable(_ id: Int) -> Bool {
    guard isMapping(id), let parent = nodes[id]?.parent else { return id == Self.root }
    return isMapping(parent) ? isTable(parent) : isTables(parent)
  }

  /// Removes the comments for which the layout has no place.
  mutating func removeHiddenComments(in layout: Layout) {
    guard nodes.values.contains(where: { $0.comments != [nil, nil] }) else { return }
    var hidden: Set<Int> = [Self.root]
    for id in inOrder() {
      let isHidden = hidden.contains(id) || isInline(id, in: layout)
      if isHidden, id != Self.root || isInline(id, in: layout) {
        hidden.formUnion(children(of: id))
      }
      // The list of tables has no line.
      if layout.isTOML, isTables(id) { hidden.insert(id) }
      if layout.isTOML, !isScalar(id) { nodes[id]?.comments[1] = nil }
    }
    for id in children(of: Self.root) where isStream { hidden.insert(id) }
    for id in hidden { nodes[id]?.comments = [nil, nil] }
  }

  // MARK: Writing

  func text(in layout: Layout) -> String {
    var lines: [String] = []
    if layout.isTOML {
      writeTOML(Self.root, &lines)
    } else if isStream {
      for id in children(of: Self.root) {
        if layout.isJSON {
          lines.append(json(value(of: id), nil))
        } else {
          lines.append("---")
          writeYAML(id, "", indent: "", to: &lines)
        }
      }
    } else if layout.isJSON {
      lines = [json(value(), layout == .json ? "" : nil)]
    } else {
      writeYAML(Self.root, "", indent: "", to: &lines)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func json(_ value: Value, _ indent: String?) -> String {
    let inner = indent.map { $0 + "  " }
    func list(_ parts: [String], _ open: String, _ close: String) -> String {
      guard let indent, let inner, !parts.isEmpty else {
        return open + parts.joined(separator: ", ") + close
      }
      return open + "\n" + parts.map { inner + $0 }.joined(separator: ",\n") + "\n" + indent + close
    }
    switch value {
    case .sequence(let elements): return list(elements.map { json($0, inner) }, "[", "]")
    case .mapping(let mapping):
      return list(mapping.map { "\(json($0.key, nil)): \(json($0.value, inner))" }, "{", "}")
    case .string(let text): return "\"\(text.replacing("\n", with: "\\n"))\""
    case .bool(let bool): return "\(bool)"
    case .number(let number): return "\(number)"
    default: return "null"
    }
  }

  /// Writes plain scalars where YAML reads them as strings.
  private func yaml(_ value: Value) -> String {
    guard let text = value.string, !["on", "off"].contains(text),
      let first = text.first, first.isLetter,
      text.allSatisfy({ $0.isLetter || $0.isNumber || " ./-".contains($0) })
    else { return json(value, nil) }
    return text
  }

  private func writeYAML(_ id: Int, _ lead: String, indent: String, to lines: inout [String]) {
    let trailing = nodes[id]?.comments[1].map { " # \($0)" } ?? ""
    if case .scalar(let value) = nodes[id]?.content {
      guard value.isText, let text = value.string else {
        lines.append(lead + yaml(value) + trailing)
        return
      }
      lines.append("\(lead)|\(trailing)")
      let isIndented = lead.isEmpty ? "  " : indent
      lines += text.split(separator: "\n").map { isIndented + $0 }
      return
    }
    guard !isInline(id, in: .yaml) else {
      lines.append(lead + json(value(of: id), nil) + trailing)
      return
    }
    // The first key follows the dash, if no comment is above it.
    var isCompact = lead.hasSuffix("- ") && trailing.isEmpty
    if let first = children(of: id).first, nodes[first]?.comments[0] != nil { isCompact = false }
    if !lead.isEmpty, !isCompact { lines.append(lead.dropLast() + trailing) }
    for (place, child) in children(of: id).enumerated() {
      for line in nodes[child]?.comments[0]?.split(separator: "\n") ?? [] {
        lines.append("\(indent)# \(line)")
      }
      let start = isCompact && place == 0 ? lead : indent
      let key = nodes[child]?.key.map { yaml(.string($0)) + ": " } ?? "- "
      writeYAML(child, start + key, indent: indent + "  ", to: &lines)
    }
  }

  private func inlineTOML(_ value: Value) -> String {
    switch value {
    case .mapping(let mapping):
      let parts = mapping.map { "\($0.key.string ?? "") = \(inlineTOML($0.value))" }
      return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
    case .sequence(let elements): return "[\(elements.map(inlineTOML).joined(separator: ", "))]"
    default: return json(value, nil)
    }
  }

  private func writeTOML(_ id: Int, _ lines: inout [String]) {
    func comment(_ id: Int) {
      for line in nodes[id]?.comments[0]?.split(separator: "\n") ?? [] { lines.append("# \(line)") }
    }
    func trailing(_ id: Int) -> String { nodes[id]?.comments[1].map { " # \($0)" } ?? "" }
    let children = children(of: id)
    for child in children where !isTable(child) && !isTables(child) {
      comment(child)
      let start = "\(nodes[child]?.key ?? "") = "
      if isSequence(child), !self.children(of: child).isEmpty {
        lines.append(start + "[")
        for element in self.children(of: child) {
          comment(element)
          lines.append("  \(inlineTOML(value(of: element))),\(trailing(element))")
        }
        lines.append("]")
      } else if value(of: child).isText {
        lines.append("\(start)\"\"\"")
        lines += (value(of: child).string ?? "").split(separator: "\n").map(String.init)
        lines.append("\"\"\"" + trailing(child))
      } else {
        lines.append(start + inlineTOML(value(of: child)) + trailing(child))
      }
    }
    for child in children {
      let path = path(of: child).filter { Int($0) == nil }.joined(separator: ".")
      if isTable(child) {
        comment(child)
        lines += ["[\(path)]"]
        writeTOML(child, &lines)
      }
      guard isTables(child) else { continue }
      for element in self.children(of: child) {
        comment(element)
        lines.append("[[\(path)]]")
        writeTOML(element, &lines)
      }
    }
  }
}
