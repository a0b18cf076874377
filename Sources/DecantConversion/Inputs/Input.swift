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
    try self.init(source, named: name, as: format, mayLackMark: false)
  }

  /// Opens an input, which may be UTF-16 or UTF-32 without a byte-order mark.
  package init(
    _ source: any ByteSource, named name: String?, as format: Format, mayLackMark: Bool
  ) throws(DecantError) {
    self.name = name
    window = Window(source)
    do {
      if !format.isBinaryStream { try window.decodeUnicode(withoutMark: mayLackMark) }
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

extension Input {
  /// Switches to a more specific format of the same family if the content requires it.
  ///
  /// Applies only if `target` is nil or of another family: a keyed archive stays one between property lists, and
  /// becomes its objects in all other formats. Consumes nothing, but may read ahead to the end.
  public mutating func refine(
    for target: Format?, among registry: FormatRegistry
  ) throws(DecantError) {
    do throws(DecantError) {
      for refined in registry.refinements(of: format, for: target)
      where try refined.isAskedFor(by: &window, in: format) {
        format = refined
        return
      }
    } catch {
      throw error.located(in: window, named: name)
    }
  }
}

extension Format {
  fileprivate func isAskedFor(
    by window: inout Window, in source: Format
  ) throws(DecantError) -> Bool {
    if let refinement { return try refinement(&window, source) }
    return recognition(window.sample) == .certain
  }
}

extension Input {
  /// Changes a plan so that a file in its target keeps its notation when it is rewritten; and its encoding, line ends and
  /// layout, if `keepsLayout` is true and the plan has no other one.
  package mutating func keepNotation(
    in plan: inout Plan, layout keepsLayout: Bool
  ) throws(DecantError) {
    let isKept = keepsLayout && format.name == plan.target.name && plan.scalars == .inFormat
    let keepsLineEnds = isKept && format.abilities.contains(.lineEnds)
    let findLayout = isKept && plan.writing.indentation == nil ? plan.target.findLayout : nil
    let encoding = UnicodeSource.Form.all.first { $0.mark == window.mark }
    if isKept, let encoding, !format.abilities.contains(.binary) {
      plan.writing.textForm.encoding = encoding
    }
    guard plan.target.rewriting != nil || keepsLineEnds || findLayout != nil else { return }
    let sample = keepsLineEnds || findLayout != nil ? 1 << 16 : 16
    do throws(DecantError) {
      while window.unread < sample, try window.refill() {}
    } catch {
      throw error.located(in: window, named: name)
    }
    plan.target.rewriting?.keepNotation(of: window.view(sample), in: &plan.writing)
    if keepsLineEnds { plan.writing.textForm.keepLineEnds(of: window.view(sample)) }
    if let findLayout {
      plan.keepsLayout = findLayout(window.view(sample), &plan.writing)
    }
  }
}
