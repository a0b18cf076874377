extension Flag {
  static let service: [Flag] = [
    Flag(
      "max-payload", "N", from: 0...Int.max / ServiceLimits.replyShare, "a number of bytes",
      in: .service, of: [.serve],
      "refuse a payload of more than N bytes (default 256 MiB)",
      detail: """
        A longer payload is read and discarded, and its request is answered with an error, as is one whose reply would \
        be longer than four times N. All requests and replies that wait for their turn take about as much memory together.
        """
    ) { $0.service.requestBytes = $1 },
    Flag(
      "timeout", nil, .required("SECONDS", .other("a number of seconds")), in: .service,
      of: [.serve], "stop a conversion that takes longer (default 60)",
      detail: "0 allows any time.", parsing: number
    ) { $0.service.seconds = $1 == 0 ? nil : $1 },
    Flag(
      "verbose", nil, in: .service, of: [.serve],
      "log each request on standard error"
    ) { $0.isVerbose = true },
  ]
}
