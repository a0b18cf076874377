/// A reason why a document cannot be edited.
public enum EditProblem: SpecificProblem {
  /// The format cannot be edited; `editable` lists those that can.
  case format(String, editable: [String])
  /// The encoding is not UTF-8.
  case encoding
  /// The path leads through an alias, whose node has other references.
  case throughAlias(String)
  /// The node has an anchor that an alias outside it refers to.
  case anchorInUse(String)
  /// The input has no document with that number.
  case noDocument(Int, count: Int)
  /// The edited document does not parse as expected, which is a defect.
  case unverified
}

extension EditProblem {
  public var message: String {
    switch self {
    case .format(let name, _): "\(name) documents cannot be edited"
    case .encoding: "only documents in UTF-8 can be edited"
    case .throughAlias(let name):
      "the path goes through the alias \(name.quoted), which refers to the node here"
    case .anchorInUse(let name): "an alias refers to the anchor \(name.quoted) in this value"
    case .noDocument(let number, let count):
      "document \(number) does not exist; the input has \(count) \(count == 1 ? "document" : "documents")"
    case .unverified: "the edited document does not read as expected; nothing was written"
    }
  }

  public var hint: String? {
    switch self {
    case .format(_, let editable): "these can be edited: \(editable.joined(separator: ", "))"
    case .encoding: "convert the document to UTF-8 first"
    case .throughAlias: "edit the node itself, or replace the alias"
    default: nil
    }
  }

  public var category: DecantError.Category {
    switch self {
    case .unverified: .defect
    default: .input
    }
  }
}

extension DecantError {
  init(_ problem: EditProblem, offset: Int? = nil) {
    self.init(.specific(problem), offset: offset)
  }
}
