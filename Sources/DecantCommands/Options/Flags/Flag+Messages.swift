internal import DecantCore
internal import DecantConversion

extension Flag {
  static let messages: [Flag] = [
    Flag(
      "error-format", "FORM", from: Arguments.ErrorFormat.self, default: .text,
      in: .messages,
      of: Verb.Name.reading.union([.git, .gitFilter]), "print diagnostics as text or as JSON",
      detail: """
        'json' prints one object per line. Its members are severity, source, line, column, offset, message, \
        path and hint; a member that does not apply is null. A note or a warning about values also has count, \
        their number.
        """
    ) { $0.errorFormat = $1 },
    Flag(
      "quiet", "q", in: .messages, of: Verb.Name.reading.union([.git, .gitFilter]),
      "print only errors"
    ) { $0.quiet = true },
    Flag("help", "h", in: .messages, of: Verb.Name.all, "print this help and exit") {
      $0.help = true
    },
    Flag("version", nil, in: .messages, "print the version and exit") { $0.version = true },
  ]
}
