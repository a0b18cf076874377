public import DecantCore

extension Format {
  /// The format of environment variables, `.env`: a mapping from names to text.
  ///
  ///     # How the service starts
  ///     export HOST=example.org
  ///     PORT=8080             # a string: there are no numbers
  ///     MOTD="one
  ///     two, and \"three\""
  ///     PATTERN='^\d+$'
  ///
  /// - A name consists of letters, digits and `_`, not beginning with a digit, after an optional
  ///   `export`.
  /// - A value without quotes extends to the end of the line, or to a `#` after a space. Characters
  ///   that shells and parsers interpret differently (`$`, `` ` ``, `\`, a quote, a `#` in a word)
  ///   need quotes.
  /// - In single quotes, everything is literal. In double quotes, `\n`, `\r`, `\t`, `\"`, `\\`,
  ///   `\$` and `` \` `` are escapes, and an unescaped `$` or `` ` `` is an error: nothing is
  ///   expanded. Both can contain line breaks.
  ///
  /// The format supports only text and comments. decant then writes numbers as their
  /// text and booleans as `YES` and `NO`, which `--strict` forbids, and refuses null; types that
  /// decode a number get it from the text. The writer refuses nested values.
  public static let dotenv = Format(
    name: "dotenv",
    aliases: ["env"],
    extensions: ["env"],
    fileNames: [".env"],
    summary: "Files of environment variables",
    abilities: [.comments],
    recognition: { DotenvRecognition.likelihood($0) },
    reader: { DotenvReader($0) },
    writer: { DotenvWriter($0[DotenvWritingOptions.self]) }
  ).offering([.dotenvExport, .dotenvPrefix]).edited(by: DotenvEditing())
    .refusing { DotenvRecognition.isScript($0) ? .specific(DotenvProblem.script) : nil }
}
