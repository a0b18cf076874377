internal import DecantCore
internal import DecantConversion

extension Flag {
  static let fidelity: [Flag] = [
    Flag(
      "strict", nil, in: .fidelity, of: [.filter, .restore, .migrate, .check],
      excludes: ["lossy", "tagged"],
      "refuse a value that would lose its type",
      detail: "A date that would lose its offset from UTC is refused too."
    ) { $0.plan.fidelity = .strict },
    Flag(
      "portable", nil, in: .fidelity, of: [.check],
      "report what other programs read otherwise in YAML",
      detail: """
        Each input is read by libyaml too, which PyYAML, Psych and many programs are built on. What it refuses or \
        reads otherwise is reported, and each plain scalar with another value in YAML 1.1, such as 'no', 'y', '014', \
        '1:30', '=' or the merge key '<<'.
        """
    ) { $0.isPortable = true },
    Flag(
      "lossy", nil, in: .fidelity, of: [.filter, .restore, .migrate],
      excludes: ["strict", "tagged"],
      "permit changed and dropped values, and count them",
      detail: "A warning at the end counts them by kind and names the first of each."
    ) { $0.plan.fidelity = .lossy },
    Flag(
      "tagged", nil, in: .fidelity, of: Verb.Name.converting, excludes: ["strict", "lossy"],
      "write the type of a value that would lose it",
      detail: "Reading with this option restores such values."
    ) { $0.plan.fidelity = .tagged },
    Flag(
      "duplicate-keys", "RULE", from: DuplicateKeys.self, default: .error, in: .fidelity,
      of: Verb.Name.reading, "how to treat a repeated key",
      detail: """
        'first' and 'last' keep that value; 'keep' keeps both, if the output format supports that.
        """
    ) { $0.plan.reading.duplicateKeys = $1 },
    Flag(
      "max-depth", "N", from: 1 ... .max, "a number of 1 or more", in: .fidelity,
      of: Verb.Name.reading.union([.serve]), "allow N levels of nesting (default 1000)"
    ) { $0.plan.reading.maximumDepth = $1 },
    Flag(
      "max-alias-nodes", "N", from: 0 ... .max, "a number", in: .fidelity,
      of: Verb.Name.reading.union([.serve]),
      "let expanded aliases add N nodes (default 10000000)",
      detail: """
        If the output format has no aliases, each becomes a copy, as does an object that is referred to more \
        than once in a binary property list or a keyed archive. N is the number of all values in the copies \
        that one document needs, and one more for each 16 bytes of text. If the document is held in memory, as by \
        'get', 'diff', 'edit' and '--schema', each counts 16 times. So do the prefixes of %TAG directives in YAML, for \
        each tag that has one, and what edits copy: what is copied, unshared or put at several places, beyond \
        as many nodes as the file has bytes.
        """
    ) { $0.plan.reading.maximumAliasNodes = $1 },
    Flag(
      "sandbox", "WHEN", from: Sandbox.self, default: .auto, in: .fidelity,
      of: [.filter, .archive, .restore, .get, .diff, .check, .serve],
      "give up opening files, connecting and starting programs",
      detail: """
        On Linux, so that an input that exploits a defect reaches nothing else. 'auto' continues without it if the \
        system has none, or if more has to be opened: an output file or a report, more than 64 inputs, named pipes \
        among them, folders to compare, schemas of several files to check. 'always' makes that an error.
        """
    ) { $0.sandbox = $1 },
  ]
}
