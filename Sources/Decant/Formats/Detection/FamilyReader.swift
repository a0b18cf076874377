/// A reader that selects the member of a format family by the content of the input.
final class FamilyReader: EventReader {
  private let family: Format
  private let options: ReadingOptions
  private var reader: (any EventReader & ~Copyable)?

  init(of family: Format, _ options: ReadingOptions) {
    self.family = family
    self.options = options
  }

  func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if reader == nil { reader = try window.member(of: family).reader(options) }
    return try reader?.read(from: &window, into: &batch) ?? false
  }
}
