extension Input {
  /// Switches to a format that reads documents of this input's family in a way of its own, if the content
  /// asks for it and `target` is of another family; without a target, if the content asks for it.
  ///
  /// So a keyed archive stays one from property list to property list, and is the objects in it for every
  /// other format. Nothing is taken from the input, but it may be read ahead to its end.
  public mutating func refine(
    for target: Format?, among registry: FormatRegistry = .standard
  ) throws(DecantError) {
    do throws(DecantError) {
      for refined in registry.formats where refined.isReadable {
        guard let family = registry.formats.first(where: { $0.name == refined.refinedFamily }),
          family.includes(format), target.map({ !family.includes($0) }) ?? true,
          try refined.isAskedFor(by: &window, in: format)
        else { continue }
        format = refined
        return
      }
    } catch {
      throw error.located(in: window, named: name)
    }
  }
}

extension Format {
  /// Whether a format is this family or a member of it.
  fileprivate func includes(_ format: Format) -> Bool {
    format.name == name || holds(format)
  }

  /// Whether the content of an input in `source` asks to be read as this format, which refines that one.
  fileprivate func isAskedFor(
    by window: inout Window, in source: Format
  ) throws(DecantError) -> Bool {
    if let refinement { return try refinement(&window, source) }
    return recognition(window.sample) == .certain
  }
}
