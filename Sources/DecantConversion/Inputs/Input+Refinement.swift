public import DecantCore

extension Input {
  /// Switches to a more specific format of the same family if the content requires it.
  ///
  /// Applies only if `target` is nil or of another family: a keyed archive stays one between property lists, and
  /// becomes its objects in all other formats. Consumes nothing, but may read ahead to the end.
  public mutating func refine(
    for target: Format?, among registry: FormatRegistry
  ) throws(DecantError) {
    do throws(DecantError) {
      for refined in registry.formats where refined.isReadable {
        guard let name = refined.refines,
          let family = registry.first(where: { $0.name == name }),
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
  fileprivate func includes(_ format: Format) -> Bool {
    format.name == name || hasMember(format)
  }

  fileprivate func isAskedFor(
    by window: inout Window, in source: Format
  ) throws(DecantError) -> Bool {
    if let refinement { return try refinement(&window, source) }
    return recognition(window.sample) == .certain
  }
}
