public import Decant

extension Format {
  /// Files of environment variables, `.env`: a mapping from names to text.
  ///
  ///     # How the service starts
  ///     export HOST=example.org
  ///     PORT=8080             # a string: there are no numbers
  ///     MOTD="one
  ///     two, and \"three\""
  ///     PATTERN='^\d+$'
  ///
  /// - A name is of letters, digits and `_`, and begins with no digit. `export` before it says nothing.
  /// - Without quotes a value goes to the end of the line, or to a `#` after a space. What shells and the many
  ///   readers of such files make different things of (`$`, `` ` ``, `\`, a quote, a `#` in a word) needs quotes.
  /// - In single quotes everything is itself. In double quotes `\n`, `\r`, `\t`, `\"`, `\\`, `\$` and `` \` `` are
  ///   escapes, and `$` and `` ` `` stand nowhere else: nothing is expanded. Both may hold line breaks.
  ///
  /// There are no `abilities`, for such a file can say nothing but text. So decant turns numbers into their text and
  /// booleans into `YES` and `NO`, which `--strict` forbids, and refuses null; types that ask for a number get it
  /// from its text. What is nested the writer refuses.
  public static let dotenv = Format(
    name: "dotenv",
    aliases: ["env"],
    extensions: ["env"],
    fileNames: [".env"],
    summary: "Files of environment variables",
    abilities: [],
    recognition: { DotenvRecognition.likelihood($0) },
    reader: { DotenvReader($0) },
    writer: { DotenvWriter($0[DotenvWritingOptions.self]) }
  ).offering(.dotenvExport)
}
