internal import DecantConversion
internal import DecantCore

/// The documents of a file in which paths lead to no value.
struct MissingValues {
  private let paths: [PathPattern]
  private var documentCount = 0
  /// By path, how many documents lack a value, and the numbers of the first ones.
  private var documents: [(count: Int, first: [Int])]

  init(_ paths: [PathPattern]) {
    self.paths = paths
    documents = paths.map { _ in (0, []) }
  }

  mutating func beginDocument() { documentCount += 1 }

  /// Adds the current document to those that lack a value at a path.
  mutating func add(_ path: Int) {
    documents[path].count += 1
    if documents[path].first.count < 5 { documents[path].first.append(documentCount) }
  }

  /// A path that begins with an index may mean a document.
  private func hintOfDocument(_ path: PathPattern) -> String? {
    guard case .name(let name)? = path.steps.first, let index = DocumentPointer.index(name),
      index < documentCount
    else { return nil }
    return "--document \(index + 1) chooses one of the documents, which are counted from 1"
  }

  /// Returns an error and a hint for each path; of several documents, it says which.
  ///
  /// `explain` looks at the first document that lacks a value at a path.
  func errors(
    _ explain: (PathPattern, _ document: Int) -> String?
  ) -> [(error: DecantError, hint: String?)] {
    zip(paths, documents).compactMap { path, documents in
      // A path to any number of places may lead to none in some of the documents.
      let isFound = documents.count < documentCount
      guard documents.count > 0, path.leadsToOnePlace || !isFound else { return nil }
      let error = DecantError(.nothingAtPointer(path.text))
      let explanation = PathPattern.hint(ofMissing: path.text) ?? explain(path, documents.first[0])
      guard documentCount > 1 else { return (error, explanation) }
      let numbers = documents.first.map(String.init)
      let location =
        if documents.count > numbers.count {
          "\(documents.count) of \(documentCount) documents, first in document \(numbers[0])"
        } else if numbers.count == 1 {
          "document \(numbers[0])"
        } else {
          "documents \(numbers.listed(with: "and"))"
        }
      let hint = hintOfDocument(path) ?? explanation
      return (DecantError(.other("\(error.message) in \(location)", hint: hint)), hint)
    }
  }
}
