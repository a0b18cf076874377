internal import DecantChanges
internal import DecantCore

/// What a run shows in place of changing files.
struct Preview {
  enum Content {
    /// The names of the files that would change, each alone on its line, for other programs.
    case list
    /// The names of the files that would change, in words.
    case names
    /// Their differences.
    case differences
  }

  let content: Content
  let console: Console
  let isColored: Bool
  /// Is called where something would change.
  let noteChange: () -> Void

  func show(_ text: String) throws(DecantError) {
    try console.print(text)
  }

  func show(_ diff: UnifiedDiff) throws(DecantError) {
    let sink = ByteSink(NamedDestination(console.output, name: "<stdout>"))
    try diff.forEachLine { (line, kind) throws(DecantError) in
      guard console.isOutputTerminal || isColored else { return try sink.write(Array(line)) }
      let text = String(decoding: line.dropLast(), as: UTF8.self)
      let shown = console.isOutputTerminal ? text.visibleLines : text
      let color = isColored ? kind.color : nil
      try sink.write(color.map { "\u{1B}[\($0)m\(shown)\u{1B}[0m\n" } ?? shown + "\n")
    }
    try sink.flush()
  }
}

/// The content that a file would get, which a run keeps aside.
final class PreviewedFile {
  let content = ScratchFile()
  private let original: OriginalFile
  private let preview: Preview

  var name: String { original.name }

  init(_ original: OriginalFile, _ preview: Preview) {
    self.original = original
    self.preview = preview
  }

  var isUnchanged: Bool {
    get throws(DecantError) { try original.holds(content.readBack()) }
  }

  /// Shows what would change.
  func show() throws(DecantError) {
    preview.noteChange()
    switch preview.content {
    case .list: try preview.show(preview.console.shown(original.name) + "\n")
    case .names:
      try preview.show("would change \(original.name.visible())\n")
    case .differences:
      let old = try FileSource(original.name).readToEnd()
      let new = try content.readBack().readToEnd()
      try preview.show(UnifiedDiff(old: old, new: new, of: original.name))
    }
  }

  func checkOriginal() throws(DecantError) {
    guard !original.hasChanged else { throw DecantError(.changedFile).about(original.name) }
  }
}

extension UnifiedDiff.LineKind {
  fileprivate var color: String? {
    switch self {
    case .header: "1"
    case .location: "36"
    case .removed: "31"
    case .added: "32"
    case .context: nil
    }
  }
}

extension Session {
  /// What `--check`, `--dry-run` and `--diff` show; nil if files are to be changed.
  var preview: Preview? {
    arguments.preview.map { content in
      Preview(
        content: content, console: console,
        isColored: arguments.color.isOn(
          terminal: console.isOutputTerminal, plain: console.isPlain)
      ) {
        if arguments.isChecked { reporter.raiseStatus(to: .negative) }
      }
    }
  }
}
