internal import DecantCore

/// Recognition of archives that are not property lists, so that an error can name them.
enum OlderArchives {
  private static let beginnings: [(text: String, problem: DecantError.KeyedArchiveProblem)] = [
    // The version and the length precede the name, whose order tells that of the bytes in a number.
    ("\u{4}\u{B}streamtyped", .typedStream),
    ("\u{4}\u{B}typedstream", .typedStream),
    ("NIBArchive", .nibArchive),
  ]

  static func problem(of sample: FormatDetection.Sample) -> DecantError.Problem? {
    beginnings.first { sample.bytes.starts(with: $0.text.utf8) }.map { .keyedArchive($0.problem) }
  }
}
