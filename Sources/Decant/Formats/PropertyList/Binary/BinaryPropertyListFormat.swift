extension Format {
  /// The binary property list, `bplist00`.
  ///
  /// It is read with the whole input in view: a file is mapped into memory, and what comes through a
  /// pipe is spooled. It is written when the document has ended, from a table of its objects.
  public static let binaryPropertyList = Format(
    name: "binary1",
    aliases: ["bplist", "plist-binary"],
    extensions: ["bplist"],
    summary: "binary property list",
    abilities: [.booleans, .numbers, .nonFiniteNumbers, .dates, .data, .uids, .binary],
    // Apple's own tools refuse it, but it has a byte for it.
    strayAbilities: [.null],
    limits: Limits(integers: .bits128, reals: .double, dates: .double),
    recognition: BinaryPropertyListLayout.recognise,
    reader: { BinaryPropertyListReader($0) },
    writer: { _ in BinaryPropertyListWriter() }
  )
}
