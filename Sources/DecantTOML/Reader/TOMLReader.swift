internal import DecantCore

/// A reader of TOML documents.
///
/// Needs the whole input in view: tables can be defined in any order, so the first key may get its last value at the
/// end. The document is parsed into a `TOMLTree`, whose nodes are then emitted in order of their definition.
struct TOMLReader: EventReader, ~Copyable {
  private enum State {
    case unread, reading, ended
  }

  private let options: ReadingOptions
  private var state = State.unread
  private var emitter = TOMLEmitter()
  private var tree = TOMLTree(keepsTrivia: false)
  private var extents = TOMLExtents()

  init(_ options: ReadingOptions) {
    self.options = options
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if state == .unread { try parse(&window) }
    guard state == .reading else { return false }
    batch.refer(to: window)
    let storage = window.shared
    storage.withBytes { emitter.emit(tree, extents, $0, into: &batch) }
    if emitter.hasEnded { state = .ended }
    return true
  }

  private mutating func parse(_ window: inout Window) throws(DecantError) {
    state = .ended
    try window.showAll()
    guard window.count <= ByteStorage.limit else {
      throw DecantError(.tooLong, offset: window.origin)
    }
    let storage = window.shared
    var parser = TOMLParser(options, end: window.count)
    do throws(DecantError) {
      try storage.withBytes { (bytes) throws(DecantError) in
        try parser.parse(bytes, from: window.position)
      }
    } catch {
      var error = error
      error.offset = error.offset.map { $0 + window.origin }
      throw error
    }
    tree = parser.takeTree()
    if options.marksExtents { extents = TOMLExtents(of: tree) }
    emitter = TOMLEmitter(options, end: window.count)
    state = .reading
  }
}

extension TOMLParser {
  /// Returns the parsed document, and leaves the parser without one.
  consuming func takeTree() -> TOMLTree { tree }
}
