public import DecantCore
internal import DecantFiles

/// An open input: its bytes, its name and its format.
public struct Input: ~Copyable {
  /// The name of the input in errors.
  public let name: String?

  /// The format, given by the caller or detected.
  public package(set) var format: Format

  package var window: Window

  /// Opens an input in a known format, or in a member of it if the format is a family.
  public init(
    _ source: any ByteSource, named name: String? = nil, as format: Format
  ) throws(DecantError) {
    self.name = name
    window = Window(source)
    do {
      if !format.isBinaryStream { try window.decodeUnicode() }
      self.format = try window.member(of: format)
    } catch {
      throw error.located(in: window, named: name)
    }
  }

  /// Opens an input and detects its format, for which it waits for the first line and the start of the next one.
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
        throw DecantError(isEmpty ? .emptyInput : .unrecognizedContent, offset: 0)
      }
      self.format = try window.member(of: format)
    } catch {
      throw error.located(in: window, named: name)
    }
  }
}

extension Input {
  init(_ block: InputBlock, named name: String?, as format: Format) {
    self.name = name
    self.format = format
    window = Window(block)
  }
}

extension Input {
  /// Opens a source as `format` if that is a readable format, or else as what its content is.
  package init(
    _ source: any ByteSource, named name: String? = nil, as format: Format?,
    among registry: FormatRegistry
  ) throws(DecantError) {
    if let format, format.isReadable {
      try self.init(source, named: name, as: format)
    } else {
      let input = try Input(source, named: name, detecting: registry)
      if let name, let error = ForeignFormat.mistake(inReading: name, as: input.format) {
        throw error
      }
      self = input
    }
  }
}
