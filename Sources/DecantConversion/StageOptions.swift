package import DecantCore

/// The options of stages after a reader, which travel with its own; they are there only if one is set, as those of formats.
private struct StageOptions: FormatOptions {
  var documents: DocumentSelection?
  var instancePaths: [NeededPath]?
}

extension ReadingOptions {
  /// The documents of an input that are read on; nil for all.
  package var documents: DocumentSelection? {
    get { self[StageOptions.self].documents }
    set { if newValue != nil || documents != nil { self[StageOptions.self].documents = newValue } }
  }

  /// The paths to a part of an archive, in which references to instances are read as copies; nil for a whole archive.
  package var instancePaths: [NeededPath]? {
    get { self[StageOptions.self].instancePaths }
    set {
      if newValue != nil || instancePaths != nil {
        self[StageOptions.self].instancePaths = newValue
      }
    }
  }
}
