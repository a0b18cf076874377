/// An input that is open: its bytes, its name, and the format that it is in.
public struct Input: ~Copyable {
  /// The name that errors give it.
  public let name: String?

  /// The format, named by the caller or told by the content.
  public internal(set) var format: Format

  package var window: Window

  /// Opens an input whose format is known; that of a family is told by the content.
  public init(
    _ source: any ByteSource, named name: String? = nil, as format: Format
  ) throws(DecantError) {
    self.name = name
    window = Window(source)
    do {
      try window.decodeUnicode()
      self.format = try window.member(of: format)
    } catch {
      throw error.located(in: window, named: name)
    }
  }

  /// Opens an input whose format its content is to tell.
  ///
  /// This waits until the first line and the beginning of the next are there, or the end.
  public init(
    _ source: any ByteSource, named name: String? = nil, detecting registry: FormatRegistry
  ) throws(DecantError) {
    self.name = name
    window = Window(source)
    do throws(DecantError) {
      try window.decodeUnicode()
      guard let format = try window.format(among: registry.formats) else {
        let sample = window.sample
        let isEmpty = sample.firstByte == nil && sample.isWhole
        throw DecantError(isEmpty ? .emptyInput : .unrecognisedContent, offset: 0)
      }
      self.format = try window.member(of: format)
    } catch {
      throw error.located(in: window, named: name)
    }
  }
}

extension Input {
  /// Opens a block of an input.
  init(_ block: InputBlock, named name: String?, as format: Format) {
    self.name = name
    self.format = format
    window = Window(block)
  }
}
