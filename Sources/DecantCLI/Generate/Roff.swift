/// Writes text in the mdoc language, escaped as it needs to be.
struct Roff {
  private(set) var text = ""

  /// A line of the language itself, as it is.
  mutating func request(_ line: String) {
    text += ".\(line)\n"
  }

  mutating func comment(_ line: String) {
    text += ".\\\" \(line)\n"
  }

  mutating func section(_ title: String) {
    request("Sh \(title)")
  }

  mutating func subsection(_ title: String) {
    request("Ss \(title)")
  }

  /// Running text, each sentence on a line of its own.
  mutating func paragraph(_ prose: String) {
    for sentence in Self.sentences(prose) {
      var line = ""
      for word in sentence.split(separator: " ") {
        let escaped = Self.escaped(word)
        if !line.isEmpty, line.utf8.count + 1 + escaped.utf8.count > 80 {
          text += line + "\n"
          line = ""
        }
        line += line.isEmpty ? escaped : " \(escaped)"
      }
      text += line + "\n"
    }
  }

  /// Text that is shown line by line.
  mutating func literal(_ lines: String) {
    request("Bd -literal -offset indent")
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      text += Self.escaped(line) + "\n"
    }
    request("Ed")
  }

  /// A list whose items begin with `It` requests.
  mutating func list(_ items: (inout Roff) -> Void) {
    request("Bl -tag -width Ds")
    items(&self)
    request("El")
  }

  /// The beginning of a manual page; `origin` says where its text comes from.
  mutating func begin(_ name: String, section: Int, _ summary: String, origin: String) {
    comment(origin)
    request("Dd November 21, 2026")
    request("Dt \(name.uppercased()) \(section)")
    request("Os")
    self.section("NAME")
    request("Nm \(name)")
    request("Nd \(summary)")
  }

  /// What is typed, and what appears.
  mutating func examples(_ examples: [Example]) {
    section("EXAMPLES")
    for (index, example) in examples.enumerated() {
      if index > 0 { request("Pp") }
      paragraph(example.caption)
      literal("$ \(example.command)\n\(example.output)")
    }
  }

  /// An item for an option.
  mutating func option(_ flag: Flag) {
    var item = "It"
    if let short = flag.short { item += " Fl \(short) ," }
    item += " Fl -\(flag.long)"
    switch flag.value {
    case .none: break
    case .required(let name, _): item += " Ar \(name)"
    case .optional(let name): item += " Ns Op = Ns Ar \(name)"
    }
    request(item)
    paragraph(flag.summary.capitalizedFirst + ".")
    if let name = flag.value.name, !flag.value.choices.isEmpty {
      paragraph("\(name) is \(flag.value.choices.listed).")
    }
    if let detail = flag.detail { paragraph(detail) }
  }

  // MARK: Escapes

  private static func sentences(_ prose: String) -> [Substring] {
    var sentences: [Substring] = []
    var start = prose.startIndex
    var previous: Character = " "
    for index in prose.indices where start < index {
      // A sentence ends where a stop is followed by a space and a capital or a quote.
      let rest = prose[prose.index(after: index)...]
      if prose[index] == " ", previous == ".", rest.first?.isLowercase == false {
        sentences.append(prose[start..<index])
        start = prose.index(after: index)
      }
      previous = prose[index]
    }
    sentences.append(prose[start...])
    return sentences
  }

  /// The text as it must be written so that every character comes out as itself.
  static func escaped(_ line: some StringProtocol) -> String {
    var result = line.first == "." ? "\\&" : ""
    for character in line {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return result
  }
}
