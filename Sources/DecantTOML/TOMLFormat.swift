public import DecantCore

extension Format {
  /// TOML 1.1, and 1.0 on request.
  public static let toml = Format(
    name: "toml",
    extensions: ["toml"],
    fileNames: ["Cargo.lock", "Gopkg.lock", "Pipfile", "pdm.lock", "poetry.lock", "uv.lock"],
    summary: "TOML 1.1, and 1.0 on request",
    abilities: [
      .booleans, .numbers, .nonFiniteNumbers, .dates, .dateOffsets, .localTimes, .indentation,
      .tabs,
      .ascii, .comments, .heldDocuments,
    ],
    limits: Limits(integers: .signed64),
    recognition: TOMLRecognition.toml,
    reader: { TOMLReader($0) },
    writer: { TOMLWriter(TOMLWritingOptions($0)) }
  ).edited(by: TOMLEditing()).offering(
    FormatOption(
      "toml-version", "VERSION", TOMLVersion.self, default: .v1_1,
      "the version of TOML that documents must be valid in",
      reading: { version, options in options.tomlVersion = version }))
}
