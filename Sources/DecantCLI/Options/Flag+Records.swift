internal import Decant

extension Flag {
  /// The options for inputs of many records, and for what many threads do.
  static let records: [Flag] = [
    Flag(
      "on-error", nil, .choice(Arguments.ErrorAction.self, "ACTION"), in: .records,
      of: [.filter, .archive],
      "what a bad record does (default stop)",
      detail: """
        'skip' reports each bad record of JSON Lines, goes on with the next, and makes the exit status 65 \
        in the end.
        """
    ) {
      $0.onError = Arguments.ErrorAction(rawValue: $1)
      return $0.onError != nil
    },
    Flag(
      "rejects", nil, .required("FILE", .file), in: .records,
      "write bad records to FILE, and leave them out",
      detail: """
        It implies '--on-error skip'. FILE gets a JSON object on a line for each bad record: source, the line and the \
        offset where the record begins, reason, path, and bytes, which is the record in Base64 without its line end, in UTF-8; what does not \
        apply is null, as is bytes for a record that is longer than --max-record. FILE is emptied when the run begins, and \
        written while it goes on, so that a run that fails leaves the rejects so far.
        """
    ) {
      $0.rejects = $1
      return !$1.isEmpty && $1 != "-"
    },
    Flag(
      "max-errors", nil, .required("N", .other("a number")), in: .records,
      "leave out N bad records, and stop at the next",
      detail: "It implies '--on-error skip'. All inputs of a run count together."
    ) {
      $0.maximumErrors = Int($1)
      return $0.maximumErrors ?? -1 >= 0
    },
    Flag(
      "max-record", nil, .required("BYTES", .other("a number from 1 on")), in: .records,
      "take a record of more than BYTES for a bad one",
      detail: """
        Such a record is not held in memory. With this option, as with '--on-error skip', each value of JSON Lines must be on one line.
        """
    ) {
      $0.maximumRecordLength = Int($1)
      return $0.maximumRecordLength ?? 0 > 0
    },
    Flag(
      "jobs", nil, .required("N", .other("a number from 1 to 512")), in: .records,
      of: [.filter, .migrate, .serve], "convert N parts, files or requests at a time",
      detail: """
        Without a verb the default is 1. JSON Lines, JSON text sequences and YAML of many documents are converted in N parts at a time, where the output \
        is JSON Lines or a JSON text sequence; the output and all messages are the same with any N. Where a value of JSON Lines spans \
        lines, or --slurp gathers all documents, one job converts the rest. 'migrate' converts N files at \
        a time and 'serve' N requests, by default one for each processor.
        """
    ) {
      $0.jobs = Int($1)
      return 1...512 ~= $0.jobs ?? 0
    },
  ]

  /// The option that the filter, 'migrate' and 'serve' each have in a way of their own.
  static let jobs = records.filter { $0.long == "jobs" }
}
