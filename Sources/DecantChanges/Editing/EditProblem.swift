public import DecantCore

/// A reason why a document cannot be edited.
@nonexhaustive
public enum EditProblem: SpecificProblem {
  /// The format cannot be edited; `editable` lists those that can.
  case format(String, editable: [String])
  /// The encoding is not one of Unicode.
  case encoding
  /// The path leads through an alias, whose node has other references.
  case throughAlias(String)
  /// The node has an anchor to which aliases outside it refer, whose pointers are `uses`.
  case anchorInUse(String, uses: [String])
  /// The edit would change the value also where aliases refer to it, whose pointers are `uses`.
  case sharedValue(String, uses: [String])
  /// The merge key at the pointer would get a value that is not a mapping.
  case mergedValue(String)
  /// The format has no comments.
  case noComments(String)
  /// A comment of a whole document would be one of its first value.
  case commentOfRoot
  /// The text of a new value is not valid YAML, or not a date if it should be one.
  case unreadableValue(String, reason: String)
  /// Keys that are not text have another order.
  case unsortableKeys
  /// The copies that edits make are too large.
  case tooManyCopies(limit: Int)
  /// The edited document does not parse as expected, which is a defect.
  case unverified
}

extension EditProblem {
  public var message: String {
    switch self {
    case .format(let name, _): "\(name) documents cannot be edited"
    case .encoding: "only documents in UTF-8, UTF-16 and UTF-32 can be edited"
    case .throughAlias(let name):
      "the path goes through the alias \(name.quoted), which refers to the node here"
    case .anchorInUse(let name, let uses):
      "\(Self.aliases(uses)) to the anchor \(name.quoted) in this value, at \(Self.list(uses))"
    case .sharedValue(let name, let uses):
      "\(Self.aliases(uses)) to the anchor \(name.quoted) of this value, at \(Self.list(uses))"
    case .mergedValue(let pointer):
      "the merge key at \(pointer.quoted) needs a mapping"
    case .noComments(let name): "\(name) has no comments"
    case .commentOfRoot: "only a value in a mapping or a sequence has a comment of its own"
    case .unreadableValue(let text, let reason): "invalid value \(text.quoted): \(reason)"
    case .unsortableKeys: "only keys that are text can be sorted"
    case .tooManyCopies(let limit): "the edits copy more than \(limit) nodes"
    case .unverified: "the edited document does not read as expected; nothing was written"
    }
  }

  private static func aliases(_ uses: [String]) -> String {
    uses.count == 1 ? "an alias refers" : "\(uses.count) aliases refer"
  }

  private static let longestList = 5

  private static func list(_ uses: [String]) -> String {
    let shown = uses.prefix(longestList).map(\.quoted)
    guard uses.count <= longestList else {
      return shown.joined(separator: ", ") + " and \(uses.count - longestList) more"
    }
    return shown.listed(with: "and")
  }

  public var hint: String? {
    switch self {
    case .format(_, let editable): "these can be edited: \(editable.joined(separator: ", "))"
    case .encoding: "convert the document to UTF-8 first"
    case .throughAlias: "edit the node itself, or replace the alias"
    case .anchorInUse, .sharedValue: "replace the aliases first"
    default: nil
    }
  }

  public var category: DecantError.Category {
    switch self {
    case .unverified: .defect
    case .unreadableValue: .usage
    default: .input
    }
  }
}

extension DecantError {
  init(_ problem: EditProblem, offset: Int? = nil) {
    self.init(.specific(problem), offset: offset)
  }
}

extension EditProblem {
  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    switch self {
    case .throughAlias, .sharedValue:
      [
        "with --aliases keep, its aliases keep their value",
        "with --aliases change, they change too",
      ]
    case .anchorInUse: ["with --aliases keep, its aliases keep their value"]
    case .tooManyCopies: ["--max-alias-nodes N allows more"]
    default: []
    }
  }
}
