internal import Decant

/// The manual page about archives, in the mdoc language.
///
/// It is what another implementation needs to know; the tests run its examples and its program.
struct ArchivePage {
  private var roff = Roff()

  init() {
    writeHead()
    writeEnvelope()
    writeChecks()
    writeCanonicalForm()
    writeNumbers()
    writeSharedValues()
    writeProgram()
    roff.examples(Example.ofArchives)
    writeEnd()
  }

  var text: String { roff.text }

  private mutating func writeHead() {
    roff.begin(
      "decant-archive", section: 5,
      "documents that say what they are and prove that they are whole",
      origin: "Made by 'decant help man-archive'; change ArchivePage.swift instead.")
    roff.section("DESCRIPTION")
    write(
      """
      An archive is a document in an envelope. It exists in every format that decant writes, can be \
      read by people and compared line by line, and stays valid when it is converted from one format to \
      another. The command 'decant archive' makes one, 'decant restore' verifies it and gives what is in it, \
      and 'decant check' verifies it and says nothing if it is whole.
      """,
      """
      There is no date in an archive, and no name of a machine or a person: the same value gives the same \
      bytes.
      """)
  }

  private mutating func writeEnvelope() {
    roff.section("ENVELOPE")
    write("An archive is a mapping with these fields, written in this order:")
    roff.list {
      for field in ArchiveField.all {
        $0.request("It Li \(field.name)")
        $0.paragraph(field.meaning)
      }
    }
    roff.request("Pp")
    write(
      """
      They are read in any order; but where nobody says that a document is an archive, in the plain filter and \
      'decant check', it is one if its first key is $archiver. Another field that begins with $ is an error; \
      one that does not is ignored, but covered by the digest.
      """,
      """
      In the envelope and in $root every value that the format does not hold is written in its tagged form, as \
      with the option --tagged, which decant-formats(7) describes. The plain filter reads and writes \
      an archive so by itself, and --strict and --lossy make no difference to that. Plain scalars of YAML \
      are those of the core schema, even with --yaml-schema. With --keys what it \
      would write is not what the digest says, and it refuses; with --at or --split \
      what it writes is no archive, and is written as any other document.
      """)
  }

  private mutating func writeChecks() {
    roff.section("CHECKS")
    write("A reader checks, in this order, and stops at the first that fails:")
    roff.request("Bl -enum")
    for check in ArchiveField.checks {
      roff.request("It")
      roff.paragraph(check)
    }
    roff.request("El")
    roff.request("Pp")
    write(
      """
      Nothing is given out before all of them. A reader never looks up a type, or anything else that can be \
      run, by a name that it found in an archive.
      """)
  }

  private mutating func writeCanonicalForm() {
    roff.section("CANONICAL FORM")
    write(
      """
      The digest is SHA-256 over the canonical form of the archive without its $digest: of every other field of the \
      envelope, known or not, and all that is in $root. That form does not depend on the format, the order of \
      keys or the layout. It is JSON in UTF-8, as RFC 8785 has it: no white space; keys sorted by their UTF-16 \
      code units; in strings, \\b, \\t, \\n, \\f, \\r, \\" and \\\\ for these characters, \\u and four digits in lower \
      case for the other control characters, and every other character as it is. Aliases are replaced \
      by what they stand for, and merge keys by what they merge. Values that JSON lacks are mappings with one \
      key:
      """)
    let width = ArchiveField.forms.map(\.value.count).max() ?? 0
    roff.literal(
      ArchiveField.forms.map { $0.value.padded(to: width + 3) + $0.form }.joined(separator: "\n"))
    roff.request("Pp")
    write(
      """
      The point in time is in UTC, with seconds, and with a fraction only if that is not zero, and no zero at the \
      end of it. A year beyond 0000 to 9999 has a sign and at least four digits. The Base64 is that of RFC \
      4648, padded. The text in $text, and behind $text: in a key, is as it would stand between the quotes of \
      this form, with \\u and four digits in lower case for half of a surrogate pair. The elements of $map are sorted by \
      the bytes of their own canonical forms. null is null.
      """)
  }

  private mutating func writeNumbers() {
    roff.section("NUMBERS")
    write(
      """
      A number is written as ECMAScript writes the double nearest to it, if that text has exactly the value of the \
      number: 1.10 and 11e-1 are 1.1, 1e2 is 100, 1e21 is 1e+21, and -0 is 0. Whether a number was written as \
      an integer makes no difference. Any other number is {"$number": "0.DIGITSeEXPONENT"}, behind a minus \
      sign if it is negative; DIGITS neither begin nor end with a zero, and EXPONENT is an integer in \
      decimal: 9007199254740993 is {"$number":"0.9007199254740993e16"}.
      """)
  }

  private mutating func writeSharedValues() {
    roff.section("SHARED VALUES")
    write(
      """
      A value that several places share is defined in one of them, as {"$shared": N, "$value": VALUE}, and \
      referred to in the others, as {"$shared": N, "$again": true}, N being an integer. In the canonical form \
      the definition stands in the place that is written first, and references stand in all others, \
      those inside the value itself among them, whatever the order in the document was.
      """,
      """
      A definition may be repeated, as happens where an alias of YAML is replaced by what it stands for: \
      repetitions with the same canonical form count as references. If definitions of one N differ, or \
      there is none, all mappings with that N are written as they stand.
      """,
      """
      In YAML decant writes a reference as an alias of its definition, unless it stands before the end of \
      that, or what all aliases stand for would become too much.
      """)
  }

  private mutating func writeProgram() {
    roff.section("PROGRAM")
    write(
      """
      This program in Python reads an archive in JSON from standard input and shows the digest that is stated \
      and the one that is right. For the sake of brevity it knows nothing of shared values and of halves of surrogate \
      pairs, and takes it that dates are written as above.
      """)
    roff.literal(ArchiveField.program)
  }

  private mutating func writeEnd() {
    roff.section("SEE ALSO")
    roff.request("Xr decant 1 ,")
    roff.request("Xr decant-formats 7")
    roff.section("STANDARDS")
    write(
      """
      The JSON Canonicalization Scheme is RFC 8785, SHA-256 is in FIPS 180-4, points in time are as in RFC 3339.
      """)
  }

  /// Paragraphs, with space between them.
  private mutating func write(_ paragraphs: String...) {
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { roff.request("Pp") }
      roff.paragraph(paragraph)
    }
  }
}
