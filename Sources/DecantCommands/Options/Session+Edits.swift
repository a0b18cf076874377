internal import DecantChanges
internal import DecantConversion
internal import DecantCore
internal import DecantEditing
internal import DecantFiles
internal import DecantJSON
internal import DecantSchema

/// The edits of a call, and what they read.
extension Session {
  /// Reads a file for an edit: all of it, and the part in a format.
  func read(
    _ file: String, as format: Format?
  ) throws(Failure) -> (
    whole: EditedBytes, edited: EditedBytes, format: Format, frontMatter: FrontMatter?
  ) {
    let name = Console.name(of: file)
    do throws(DecantError) {
      let source = try console.source(of: file)
      let bytes: EditedBytes
      do throws(DecantError) {
        // Any other output may be the file itself, under another name.
        bytes = try EditedBytes(reading: source, inPlace: arguments.inPlace != nil)
      } catch {
        throw error.about(name)
      }
      let fileName = console.fileName(of: file)
      guard !FrontMatter.isExpected(inFileNamed: fileName, as: format) else {
        let matter = try frontMatter(of: bytes, named: name)
        let input = try matter.makeInput(named: name, among: registry)
        return (bytes, matter.bytes, input.format, matter)
      }
      var input = try Input(
        bytes.makeSource(), named: name, as: format ?? registry.format(forFileNamed: fileName),
        among: registry)
      if format == nil { try input.refine(for: nil, among: registry) }
      return (bytes, bytes, input.format, nil)
    } catch {
      throw .error(error)
    }
  }

  private func frontMatter(
    of file: EditedBytes, named name: String
  ) throws(DecantError) -> FrontMatter {
    do throws(DecantError) {
      return try FrontMatter(file.makeSource(), named: name)
    } catch {
      guard arguments.editing.makesFrontMatter,
        error.problem.specific(FrontMatterProblem.self) == .missing
      else { throw error }
      return FrontMatter(madeFor: file)
    }
  }

  func edits(_ item: EditingArguments.Item) throws(Failure) -> [EditStep] {
    switch item {
    case .edit(let entered):
      let step = EditStep(try edit(entered), as: entered)
      noteMistakes(in: entered)
      return [step]
    case .steps(let file):
      let (bytes, name) = (try contents(of: file), Console.name(of: file))
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .error(DecantError(.invalidEncoding(.utf8)).about(name))
      }
      guard console.parts == nil else {
        let areRepeatable = arguments.editing.areRepeatable
        return try asFailure(
          try Steps(text, named: name, areRepeatable: areRepeatable, among: registry).edits)
      }
      let tree = FileTree([FilePath.directory(of: file)])
      return try asFailure(
        try Steps(text, named: name, areRepeatable: true, among: registry) {
          (path, use) throws(DecantError) in
          // A stranger's steps must not bring any file into a document.
          let below = FilePath.joined(FilePath.directory(of: file), path)
          guard let real = tree.regularFile(at: below) else {
            let shown = path.visible(limit: 240)
            throw DecantError(
              .other("there is no file '\(shown)' below the folder of the steps", hint: nil))
          }
          do throws(Failure) {
            return try content(of: real, use)
          } catch {
            guard case .error(let error, _, _) = error else { throw DecantError(.emptyInput) }
            throw error
          }
        }.edits)
    }
  }

  /// Notes what may be meant otherwise.
  private func noteMistakes(in entered: EnteredEdit) {
    let words = entered.words
    var note: String?
    switch entered.operation {
    case .set:
      // A key is added where an element is meant.
      if words[0].utf8.contains(UInt8(ascii: "[")), let hint = PathPattern.hint(ofMissing: words[0])
      {
        note = "the brackets in '\(words[0].visible(limit: 64))' are those of a key; \(hint)"
      }
    case .rename:
      if let first = words[1].first, first == words[0].first, ["/", "."].contains(first) {
        note =
          "the new key is '\(words[1].visible(limit: 64))', with the '\(first)'; --rename takes a key, not a path"
      }
    default: break
    }
    if let note { reporter.note(DecantError(.other(note, hint: nil))) }
  }

  private func edit(_ entered: EnteredEdit) throws(Failure) -> DocumentEdit {
    let hint = EditStep(.delete(DocumentPointer(tokens: [])), as: entered).hint
    let file = entered.file
    var content: EnteredEdit.FileContent?
    if let file {
      do throws(Failure) {
        content = try self.content(of: file, entered.fileUse)
      } catch {
        guard case .error(let problem, let format, nil) = error, problem.category == .openingInput
        else { throw error }
        let isText = file.hasPrefix("{") || file.hasPrefix("[")
        throw .error(
          problem, reading: format,
          hint: isText
            ? "this option takes the name of a file; '-' is standard input"
            : entered.operation.hasValue ? hint : nil)
      }
    }
    do throws(DecantError) {
      return try entered.edit(
        with: content, removingUnknown: arguments.editing.removesUnknown,
        lists: arguments.editing.lists, among: registry)
    } catch {
      if error.problem.specific(PathProblem.self) != nil {
        throw .usage(UsageError(mistakeIn: error.source ?? "", error))
      }
      if case .unreadableValue? = error.problem.specific(EditProblem.self) {
        throw .error(error, hint: hint)
      }
      throw .error(file.map { error.about($0) } ?? error)
    }
  }

  /// Reads a file for an edit.
  private func content(
    of file: String, _ use: EnteredEdit.FileUse
  ) throws(Failure) -> EnteredEdit.FileContent {
    var options = ReadingOptions()
    switch use {
    case .bytes: return .bytes(try contents(of: file))
    case .json:
      let bytes = try contents(of: file)
      return .document(
        try asFailure(
          reading: .json, try Document(reading: .bytes(bytes), named: file, as: .json)))
    case .document(let withComments):
      let (_, bytes, format, _) = try read(file, as: nil)
      options.comments = withComments
      return .document(
        try asFailure(
          reading: format,
          try Document(reading: bytes.makeSource(), named: file, as: format, options: options)))
    }
  }

  private func contents(of file: String) throws(Failure) -> [UInt8] {
    try asFailure(about: file, try console.source(of: file).readToEnd())
  }

  // MARK: Operations

  /// The operations of the call; throws if there are none.
  var editItems: [EditingArguments.Item] {
    get throws(Failure) {
      var arguments = arguments.editing
      if let mistake = arguments.close() { throw .usage(mistake) }
      guard !arguments.items.isEmpty else {
        throw .usage("'edit' needs an operation such as '--set /name value'")
      }
      return arguments.items
    }
  }

  func printSteps() throws(Failure) {
    for case .edit(let entered) in try editItems {
      guard let line = StepLine.text(of: entered, among: registry) else {
        let (option, path) = (entered.name, entered.words[0].visible(limit: 64))
        throw .usage("the value of '--\(option) \(path)' does not fit on one line")
      }
      try print(line + "\n")
    }
  }
}
