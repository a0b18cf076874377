public import DecantCore

extension Format {
  /// Binary property lists, `bplist00`.
  public static let binaryPropertyList = Format(
    name: "binary1",
    aliases: ["bplist", "plist-binary"],
    extensions: ["bplist"],
    summary: "binary property list",
    abilities: [.booleans, .numbers, .nonFiniteNumbers, .dates, .data, .uids, .binary],
    // The format has a marker for null, which Apple's tools refuse.
    readOnlyAbilities: [.null],
    limits: Limits(integers: .bits128, reals: .double, dates: .double),
    recognition: BinaryPropertyListLayout.recognize,
    reader: { BinaryPropertyListReader($0) },
    writer: { _ in BinaryPropertyListWriter() }
  )
}
