internal import DecantCore
internal import DecantFiles

/// A stage that combines all documents of all inputs into one sequence, which may be empty; or into a mapping from the names of
/// the inputs, each of which then has one document.
final class SlurpStage: EventStage {
  /// The keys of the inputs of a mapping, by their paths without extensions.
  private let keysOfPaths: [KeyText: String]?
  private var hasBegun = false
  private var isAtBeginning = false
  private var key = ""
  private var keys: [KeyText: String] = [:]
  /// The name of the current input, until it has a document.
  private var unusedInput: String?

  /// Creates a stage; the documents of inputs with `names` become the values of a mapping.
  init(byNames names: [String]? = nil) {
    keysOfPaths = names.map { Self.keys(of: Set($0.map(FilePath.withoutExtension))) }
  }

  private var isMapping: Bool { keysOfPaths != nil }

  /// Returns the last part of each path, with as many folders before it as distinguish it from the others.
  private static func keys(of paths: Set<KeyText>) -> [KeyText: String] {
    var keys: [KeyText: String] = [:]
    var (rest, count) = (paths, 1)
    while !rest.isEmpty {
      for (end, paths) in Dictionary(grouping: rest, by: { $0.lastParts(count) })
      where paths.count == 1 {
        keys[paths[0]] = end.string
        rest.remove(paths[0])
      }
      count += 1
    }
    return keys
  }

  /// Begins an input of a mapping; the key of its document is the file name without folder and extension, if no other has it.
  func beginInput(_ name: String) throws(DecantError) {
    try checkInput()
    key = keysOfPaths?[FilePath.withoutExtension(name)] ?? name
    if let other = keys.updateValue(name, forKey: KeyText(key)) {
      throw DecantError(.specific(GatheringProblem.repeatedName(key, other: other))).about(name)
    }
    unusedInput = name
  }

  private func checkInput() throws(DecantError) {
    guard let unusedInput else { return }
    throw DecantError(.specific(GatheringProblem.noDocument)).about(unusedInput)
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    for index in 0..<input.count {
      let event = input[index]
      switch event.kind {
      case .beginDocument:
        begin(at: Int(event.position), &output)
        isAtBeginning = true
        guard isMapping else { continue }
        guard unusedInput != nil else {
          throw DecantError(
            .specific(GatheringProblem.severalDocuments), offset: input.offset(of: event))
        }
        unusedInput = nil
      case .endDocument:
        break
      case .trailingComment where isAtBeginning:
        // The line of the document's beginning is not that of the element before it.
        var comment = event
        comment.kind = .comment
        output.append(comment, of: input)
      default:
        if isMapping, isAtBeginning, !event.isTrivia {
          output.append(.string, text: key, flags: .isKey, at: Int(event.position))
        }
        // Comments before the document are before its key.
        isAtBeginning = isMapping && isAtBeginning && event.isTrivia
        output.append(event, of: input)
      }
    }
    return .complete
  }

  func finish(into output: inout EventBatch) throws(DecantError) {
    try checkInput()
    begin(at: 0, &output)
    output.append(isMapping ? .endMapping : .endSequence)
    output.append(.endDocument)
  }

  private func begin(at position: Int, _ output: inout EventBatch) {
    guard !hasBegun else { return }
    hasBegun = true
    output.append(.beginDocument, at: position)
    output.append(isMapping ? .beginMapping : .beginSequence, at: position)
  }
}

extension KeyText {
  /// Returns the end of a path; all of it if it has fewer parts.
  fileprivate func lastParts(_ count: Int) -> KeyText {
    let parts = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return KeyText(parts.suffix(count).map { Substring($0) }.joined(separator: "/"))
  }
}

/// An input whose document cannot be the value of its name.
package enum GatheringProblem: SpecificProblem {
  case severalDocuments
  case noDocument
  case repeatedName(String, other: String)

  package var message: String {
    switch self {
    case .severalDocuments: "'--by-name' needs one document in each file, and this is a second one"
    case .noDocument: "'--by-name' needs one document in each file, and this file has none"
    case .repeatedName(let name, let other):
      "'--by-name' needs different names, and '\(other.visible(limit: 240))' is called '\(name.visible(limit: 64))' too"
    }
  }

  package var hint: String? {
    switch self {
    case .severalDocuments: "--document N takes one; --slurp alone gathers all in a list"
    case .noDocument, .repeatedName: nil
    }
  }
}
