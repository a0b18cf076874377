extension Flag {
  static let query: [Flag] = [
    Flag(
      "default", nil, .required("VALUE", .other("a text")), in: .query, of: [.get],
      "print VALUE for a value that is missing"
    ) {
      $0.query.fallback = $1
      return true
    },
    Flag(
      "keys", nil, in: .query, of: [.get], excludes: ["length", "type"],
      "print the keys of a mapping, one per line",
      detail: "Of a sequence, the indices are printed."
    ) { $0.query.aspect = .keys },
    Flag(
      "length", nil, in: .query, of: [.get], excludes: ["keys", "type"],
      "print how many elements or characters there are",
      detail: "The characters of a string are Unicode scalars; those of data are bytes."
    ) { $0.query.aspect = .length },
    Flag(
      "type", nil, in: .query, of: [.get], excludes: ["keys", "length"],
      "print the type of a value",
      detail: """
        It is null, boolean, integer, real, string, date, data, uid, sequence or mapping.
        """
    ) { $0.query.aspect = .type },
    Flag(
      "format", "FORM", from: QueryArguments.DiffFormat.self, default: .text,
      in: .query, of: [.diff],
      "print differences as text or as a JSON Patch",
      detail: "A patch is a JSON document (RFC 6902)."
    ) { $0.query.diffFormat = $1 },
    Flag(
      "ordered", nil, in: .query, of: [.diff],
      "report keys that are in another order",
      detail: "A JSON Patch cannot change the order of keys."
    ) { $0.query.isOrdered = true },
  ]
}
