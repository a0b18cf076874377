/// A reader that selects the member of a format family by the content of the input.
package final class FamilyReader: EventReader {
  private let family: Format
  private let options: ReadingOptions
  private var reader: (any EventReader & ~Copyable)?

  package init(of family: Format, _ options: ReadingOptions) {
    self.family = family
    self.options = options
  }

  package func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if reader == nil { reader = try window.member(of: family).reader(options) }
    return try reader?.read(from: &window, into: &batch) ?? false
  }
}
