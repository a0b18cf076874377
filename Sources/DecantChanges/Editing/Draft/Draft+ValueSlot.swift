internal import DecantConversion
internal import DecantCore
internal import DecantEditing

extension Draft {
  /// A slot that gets a value: that of a node, or a new one in a collection.
  struct ValueSlot {
    let draft: Draft
    var node: DraftNode?
    /// The collection of a new slot; nil if that is new, too.
    var collection: DraftNode?

    /// The kind of the old value; nil for a new slot, and for the spelling of a number or of data.
    var kind: Event.Kind? { node.flatMap { draft.kind(of: $0) } }

    private static let bytesOfScalars = Set(
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-._:~, ".utf8)

    /// Returns a document with a scalar in the syntax of the format; see ``EditingSyntax``.
    func source(ofScalar text: String) -> String? {
      guard let syntax = draft.syntax, text.utf8.allSatisfy(Self.bytesOfScalars.contains),
        !text.isEmpty, text.first != " ", text.last != " "
      else { return nil }
      let old = node?.original.map { draft.source.followedNode($0).index }
      return syntax.source(ofScalar: text, inPlaceOf: old, of: draft.document)
    }

    /// Whether a new element is among elements that are all text, or a new value among texts that are numbers or versions.
    func isText(_ form: EnteredForm, _ text: String) -> Bool {
      guard let children = collection?.opened(), let collection, form != .text, form != .quoted,
        !children.isMapping || form == .number, draft.holdsOnlyText(collection)
      else { return false }
      let isText = !children.isMapping || children.holdsOnlyVersions(draft)
      draft.note(isText ? .textAmongTexts(text) : .numberAmongTexts(text))
      return isText
    }
  }

  func note(_ note: EditNote) {
    if !notes.contains(note) { notes.append(note) }
  }

  /// Adds a note that the names of a path with dots became keys.
  func noteMappings(of path: PathPattern) {
    guard let join = path.joins.max(by: { $0.steps.count < $1.steps.count }) else { return }
    note(.newMappings(path: path.text, key: join.key.string))
  }

  /// Adds a note if a new key of the root is also in one of its mappings.
  func noteElsewhere(_ key: KeyText) {
    guard let sections = root.opened() else { return }
    // A document with more mappings has no sections.
    for index in sections.children.indices.prefix(64) where !sections.children[index].isRemoved {
      let section = sections.node(at: index, in: root)
      if section.isMapping, section.opened()?.index(of: key) != nil {
        return note(.keyElsewhere(key.string, at: pointer(to: section).appending(key).description))
      }
    }
  }
}
