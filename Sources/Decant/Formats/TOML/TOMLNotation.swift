/// The notation of a document, which its reader emits as the spelling of its beginning: the styles of its collections
/// are those of TOML, and its arrays have this indentation.
struct TOMLNotation {
  let indentation: Indentation?

  init(indentation: Indentation?) {
    self.indentation = indentation
  }

  private static let mark = Array("toml".utf8)

  /// The format's name, and the indentation itself.
  var text: [UInt8] {
    let white = indentation.map { Array(repeating: $0.byte, count: $0.width) } ?? []
    return Self.mark + white
  }

  init?(_ text: [UInt8]) {
    guard text.starts(with: Self.mark) else { return nil }
    let white = text.dropFirst(Self.mark.count)
    indentation = white.first.map { Indentation(byte: $0, width: white.count) }
  }
}
