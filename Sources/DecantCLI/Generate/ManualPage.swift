internal import Decant

/// The manual page, in the mdoc language.
struct ManualPage {
  private let registry: FormatRegistry
  private var roff = Roff()

  init(_ registry: FormatRegistry) {
    self.registry = registry
    write()
  }

  var text: String { roff.text }

  private mutating func write() {
    writeHead()
    writeOptions()
    writeVerbs()
    writeFormats()
    writeFidelity()
    writeEnvironment()
    writeExitStatus()
    roff.examples(Example.all)
    writeDiagnostics()
    writeEnd()
  }

  private mutating func writeHead() {
    roff.begin(
      "decant", section: 1, "pour structured data from one format into another",
      origin: "Made by 'decant help man' from the table of options; change that instead.")
    roff.section("SYNOPSIS")
    roff.request("Nm")
    for part in ["Op Fl f Ar FORMAT", "Op Fl t Ar FORMAT", "Op Ar OPTION...", "Op Ar FILE..."] {
      roff.request(part)
    }
    for verb in Verb.named {
      roff.request("Nm")
      roff.request("Cm \(verb.name.rawValue)")
      if verb.flags.count > 1 { roff.request("Op Ar OPTION...") }
      if let operands = verb.operands.withoutBrackets {
        roff.request("Op Ar \(operands)")
      } else if !verb.operands.isEmpty {
        roff.request("Ar \(verb.operands)")
      }
    }
    roff.section("DESCRIPTION")
    roff.request("Nm")
    roff.paragraph(
      """
      reads documents in one format and writes them in another, without losing anything on the way. It \
      works in constant memory, writes what is ready before it waits for more, and says nothing when all \
      is well. A value that the output format cannot hold is an error, not a silent loss.
      """)
    roff.request("Pp")
    roff.paragraph(
      """
      Memory depends on three things besides. The keys of the mappings that are open are told apart, which takes \
      their text and at most 48 bytes for each; from YAML to other formats the text is kept twice. With \
      --sort-keys, with --duplicate-keys last, and from YAML to other formats with --tagged, the outermost mapping is \
      held: its text, 16 bytes for each value and bracket, and up to 32 bytes for each pair that is sorted. Binary \
      property lists are written, and archives made and read, with the whole document in memory.
      """)
    roff.request("Pp")
    roff.paragraph(Verb.filter.detail)
    roff.request("Pp")
    roff.paragraph(
      """
      Called by a name such as json2jsonl or jsontojsonl, through a link, the program takes the two \
      formats from its name.
      """)
  }

  private mutating func writeOptions() {
    // Migration and the service have pages of their own.
    for section in Flag.Section.allCases where ![.migration, .service].contains(section) {
      let flags = Flag.all.filter { $0.section == section }
      roff.subsection(section.rawValue)
      roff.list {
        for flag in flags { $0.option(flag) }
      }
    }
    roff.request("Pp")
    roff.paragraph(
      """
      A long option takes its value as --name value or --name=value, a short one as -n value or -nvalue; \
      short ones can be bundled, as in -cS. Two dashes end the options. An option that is given twice with \
      different values is refused.
      """)
  }

  private mutating func writeVerbs() {
    roff.subsection("Verbs")
    roff.paragraph(
      "The first word is a verb only if it is exactly one of these; a file of that name is ./check."
    )
    roff.list {
      for verb in Verb.named {
        $0.request("It Cm \(verb.name.rawValue)")
        $0.paragraph("\(verb.summary.capitalizedFirst). \(verb.detail)")
      }
    }
  }

  private mutating func writeFormats() {
    roff.section("FORMATS")
    roff.list {
      for format in registry.formats {
        $0.request("It Cm \(([format.name] + format.aliases).joined(separator: " , Cm "))")
        let use = format.isWritable ? "Read and written." : "Only read."
        let extensions = format.extensions.map { ".\($0)" }.joined(separator: " ")
        let names = extensions.isEmpty ? "" : " File names: \(extensions)."
        $0.paragraph("\(format.summary.capitalizedFirst). \(use)\(names)")
      }
    }
    roff.request("Pp")
    roff.paragraph(
      """
      JSON is one document; more after it is an error. On a pipe, several documents are written one after \
      another; a file gets one, and --slurp gathers them. An input without a document, such as an empty YAML \
      file, is an error where the output format needs one. Without --from, an input whose first line is a \
      whole value with more after it is taken for JSON Lines. Text is UTF-8, or UTF-16 or UTF-32 with a \
      byte-order mark.
      """)
  }

  private mutating func writeFidelity() {
    roff.section("FIDELITY")
    roff.paragraph(
      """
      Numbers are not computed with: 1.10 stays 1.10, 1E400 stays 1E400, and an integer may have any \
      number of digits. Whether the next program keeps them so is its own affair: many read every number \
      as a double, which holds integers exactly only up to 9007199254740992.
      """)
    roff.request("Pp")
    roff.paragraph(
      """
      Keys keep their order. A key that stands twice in one mapping is an error, for readers disagree on \
      which of the two counts; --duplicate-keys says what else to do. White space and comments are not \
      data, and are not kept. The same document gives the same output, byte for byte, however its input \
      was spelled.
      """)
    roff.request("Pp")
    roff.paragraph(
      """
      By default a value may lose its type, as long as nothing else of it is lost, and a note at the end \
      counts such values; a value that would change or vanish stops the conversion. The options --strict, \
      --lossy and --tagged choose otherwise, and silence the note, as does --quiet.
      """)
  }

  private mutating func writeEnvironment() {
    roff.section("ENVIRONMENT")
    roff.list {
      $0.request("It Ev NO_COLOR")
      $0.paragraph("If set and not empty, nothing is coloured unless --color asks for it.")
      $0.request("It Ev TERM")
      $0.paragraph("If it is dumb, nothing is coloured unless --color asks for it.")
    }
  }

  private mutating func writeExitStatus() {
    roff.section("EXIT STATUS")
    roff.list {
      for status in ExitStatus.allCases {
        $0.request("It \(status.rawValue)")
        $0.paragraph(status.meaning)
      }
    }
    roff.request("Pp")
    roff.paragraph(
      """
      Where several files went wrong, 74 and 73 count before 65, and 65 before 66. An input that cannot be opened does \
      not stop the others, but a file is not replaced by an output that lacks one. A failed conversion leaves no half-written \
      file. On standard output, the documents before the failure stay, and of the one that failed nothing is \
      written, unless 64 KiB of it have left or the input has paused. Then, and where the output format has no \
      records, the output ends with a line that makes it invalid: the next program must not take half of it for \
      all. When the reader of a pipe leaves, the signal SIGPIPE ends the program without a word.
      """)
  }

  private mutating func writeDiagnostics() {
    roff.section("DIAGNOSTICS")
    roff.paragraph(
      """
      Errors and warnings go to standard error. The first line has the form SOURCE:LINE:COLUMN: error: \
      MESSAGE, so that editors can go there; lines and columns count from 1, columns in Unicode scalars. \
      Where a value is at fault, its path in the document ends the message. The line of the source \
      follows, cut to the terminal and with control characters made visible, and then a hint where there \
      is something to do. With --error-format json each diagnostic is a JSON object on a line.
      """)
    roff.request("Pp")
    roff.paragraph(
      """
      A conversion that takes longer than a second shows its progress on standard error, if that is a terminal and \
      the output goes elsewhere: the bytes read so far, their share and the time left where the size of the input is \
      known, and the rate. It is not shown with --quiet or --error-format json.
      """)
  }

  private mutating func writeEnd() {
    roff.section("SEE ALSO")
    roff.request("Xr decant-migrate 1 ,")
    roff.request("Xr decant-serve 1 ,")
    roff.request("Xr decant-archive 5 ,")
    roff.request("Xr decant-formats 7 ,")
    roff.request("Lk https://www.rfc-editor.org/rfc/rfc8259 \"JSON\" ,")
    roff.request("Lk https://spec.json5.org \"JSON5\" ,")
    roff.request("Lk https://jsonlines.org \"JSON Lines\"")
    roff.section("STANDARDS")
    roff.paragraph(
      """
      JSON is as in RFC 8259, JSON5 as in version 1.0.0 of its specification, JSON text sequences as in \
      RFC 7464, JSON Pointers as in RFC 6901.
      """)
  }
}

extension String {
  /// What stands in square brackets; nil if the text does not.
  fileprivate var withoutBrackets: Substring? {
    hasPrefix("[") && hasSuffix("]") ? dropFirst().dropLast() : nil
  }
}
