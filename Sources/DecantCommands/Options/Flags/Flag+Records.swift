internal import DecantCore
internal import DecantConversion

extension Flag {
  static let records: [Flag] = [
    Flag(
      "on-error", nil, .required("ACTION", .other("stop, skip or skip=N")), in: .records,
      of: [.filter, .archive, .migrate],
      "what an invalid record does: stop (default), skip or skip=N",
      detail: """
        'skip' reports each invalid record, continues with the next, and exits with \
        status 65 at the end. 'skip=10' leaves out 10 of all inputs and stops at the next. 'migrate' continues after a \
        file that fails; with 'stop' the files before the first such file are finished, with any number of jobs, and no \
        file after it is converted or removed.
        """,
      parsing: { (text) -> Arguments.ErrorAction? in
        switch text {
        case "stop": .stop
        case "skip": .skip(nil)
        default:
          text.hasPrefix("skip=")
            ? Int(text.dropFirst(5)).flatMap { $0 < 0 ? nil : .skip($0) } : nil
        }
      }
    ) { $0.onError = $1 },
    Flag(
      "rejects", nil, .required("FILE", .file), in: .records,
      "write invalid records to FILE and leave them out",
      detail: """
        This option implies '--on-error skip'. FILE receives a JSON object on its own line for each invalid \
        record: its source, the line and the offset where it begins, the reason, the path, and bytes, which is the \
        record in Base64, as UTF-8 and without its line end. A member that does not apply is null, as is bytes for a \
        record that is longer than --max-record permits. FILE is truncated when the run begins and written during the \
        run, so a run that fails leaves the records found so far.
        """, parsing: { $0.isEmpty || $0 == "-" ? nil : $0 }
    ) { $0.rejects = $1 },
    Flag(
      "max-record", "BYTES", from: 1 ... .max, "a number of 1 or more", in: .records,
      "treat a record of more than BYTES as invalid",
      detail: """
        Such a record is not held in memory. With this option, as with '--on-error skip', each value of JSON \
        Lines must be on one line.
        """
    ) { $0.plan.reading.maximumRecordLength = $1 },
    Flag(
      "jobs", "N", from: 1...512, "a number from 1 to 512", in: .records,
      of: [.filter, .migrate, .serve], "convert N parts, files or requests at a time",
      detail: """
        'migrate' converts N files and 'serve' works on N requests at a time, by default one per processor. \
        Without a verb, JSON Lines, JSON text sequences and YAML of many documents are converted in N parts at a \
        time, by default two where a processor is idle, if the output is JSON Lines or a JSON text sequence. If a value of JSON Lines spans \
        lines, or --slurp gathers all documents, one job converts the rest. A long input of another kind is read \
        by one thread and, where a processor is idle, written by a second one. With '--jobs 1', one thread does all. The output and all \
        messages are the same with any N.
        """
    ) { $0.jobs = $1 },
  ]
}
