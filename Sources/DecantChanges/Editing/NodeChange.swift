internal import DecantCore

enum NodeChange {
  case replace(NodePlace, Document)
  case insert(NodePlace, index: Int, key: String?, Document)
  case remove(NodePlace, index: Int)
  case rename(NodePlace, index: Int, String)
  case removeAnchor(NodePlace)

  /// The place of the replaced node, or of the collection whose child changes.
  var place: NodePlace {
    switch self {
    case .replace(let place, _), .insert(let place, _, _, _), .remove(let place, _),
      .rename(let place, _, _), .removeAnchor(let place):
      place
    }
  }

  /// Double-quotes multi-line texts, because comments after their lines could become part of them.
  var quotingLines: NodeChange {
    switch self {
    case .replace(let place, let new): .replace(place, new.quotingLines)
    case .insert(let place, let index, let key, let new):
      .insert(place, index: index, key: key, new.quotingLines)
    case .remove, .rename, .removeAnchor: self
    }
  }

  func edits(
    of document: EditedDocument, by syntax: any EditingSyntax
  ) throws(DecantError) -> [ByteEdit] {
    switch self {
    case .replace(let place, let new):
      try syntax.replacement(of: place, by: new, in: document)
    case .insert(let collection, let index, let key, let new):
      try syntax.insertion(of: new, forKey: key, at: index, in: collection, of: document)
    case .remove(let collection, let index):
      try syntax.removal(of: index, in: collection, of: document)
    case .rename(let mapping, let index, let key):
      try syntax.renaming(of: index, to: key, in: mapping, of: document)
    case .removeAnchor(let place):
      try syntax.anchorRemoval(of: place, in: document)
    }
  }

  func tapeEdit(of document: EditedDocument) throws(DecantError) -> TapeEdit {
    let tape = document.tape
    switch self {
    case .replace(let place, let new):
      if let rules = document.rules {
        let old = Document.Node(tape: tape, index: place.node)
        return TapeEdit(
          range: place.node..<tape.end(of: place.node),
          new: [try rules.replacement(of: old, by: new)])
      }
      // The anchor stays for its aliases.
      let hasAnchor = tape[place.node].kind == .anchor
      return TapeEdit(
        range: (hasAnchor ? place.node + 1 : place.node)..<tape.end(of: place.node),
        new: [try new.withoutTrivia.withDecimalNumbers])
    case .insert(let collection, let index, let key, let new):
      if let key, let rules = document.rules {
        try rules.check(newKey: key, in: Document.Node(tape: tape, index: collection.node))
      }
      let children = document.children(of: collection.node)
      let place =
        index < children.count ? children[index].start : tape.end(of: collection.node) - 1
      let keyDocument: [Document] = if let key { [try Document(.string(key))] } else { [] }
      return TapeEdit(
        range: place..<place, new: keyDocument + [try new.withoutTrivia.withDecimalNumbers])
    case .remove(let collection, let index):
      let child = document.children(of: collection.node)[index]
      return TapeEdit(range: child.start..<tape.end(of: child.value), new: [])
    case .rename(let mapping, let index, let key):
      let child = document.children(of: mapping.node)[index]
      return TapeEdit(
        range: tape.content(of: child.start)..<tape.end(of: child.start),
        new: [try Document(.string(key))])
    case .removeAnchor(let place):
      let content = tape.content(of: place.node)
      let anchor = (place.node..<content).first { tape[$0].kind == .anchor }
      return TapeEdit(range: anchor.map { $0..<$0 + 1 } ?? content..<content, new: [])
    }
  }
}

extension Document {
  fileprivate var quotingLines: Document {
    var tape = tape
    tape.quoteLines()
    return Document(tape)
  }
}
