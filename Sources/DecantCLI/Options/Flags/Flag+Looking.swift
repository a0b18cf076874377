extension Flag {
  static let looking: [Flag] = [
    Flag(
      "default", nil, .required("VALUE", .other("a text")), in: .looking, of: [.get],
      "print VALUE for a value that is missing"
    ) {
      $0.looking.fallback = $1
      return true
    },
    Flag(
      "keys", nil, in: .looking, of: [.get], excludes: ["length", "type"],
      "print the keys of a mapping, one per line",
      detail: "Of a sequence, the indices are printed."
    ) { on, _ in
      on.looking.aspect = .keys
      return true
    },
    Flag(
      "length", nil, in: .looking, of: [.get], excludes: ["keys", "type"],
      "print how many elements or characters there are",
      detail: "The characters of a string are Unicode scalars; those of data are bytes."
    ) { on, _ in
      on.looking.aspect = .length
      return true
    },
    Flag(
      "type", nil, in: .looking, of: [.get], excludes: ["keys", "length"],
      "print the type of a value",
      detail: """
        It is null, boolean, integer, real, string, date, data, uid, sequence or mapping.
        """
    ) { on, _ in
      on.looking.aspect = .type
      return true
    },
    Flag(
      "format", nil, .choice(QueryArguments.DiffFormat.self, "FORM", default: .text),
      in: .looking, of: [.diff],
      "print differences as text or as a JSON Patch",
      detail: "A patch is a JSON document (RFC 6902)."
    ) {
      $0.looking.diffFormat = QueryArguments.DiffFormat(rawValue: $1)
      return $0.looking.diffFormat != nil
    },
    Flag(
      "ordered", nil, in: .looking, of: [.diff],
      "report keys that are in another order",
      detail: "A JSON Patch cannot change the order of keys."
    ) { on, _ in
      on.looking.isOrdered = true
      return true
    },
  ]
}
