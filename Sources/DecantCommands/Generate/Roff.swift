struct Roff {
  private(set) var text = ""

  mutating func request(_ line: String) {
    text += ".\(line)\n"
  }

  /// Appends running text, each sentence on its own line; names of long options become requests.
  mutating func paragraph(_ prose: String) {
    for sentence in Self.sentences(prose) {
      var line = ""
      for word in sentence.split(separator: " ") {
        let option = Self.option(word)
        let escaped = option == nil ? Self.escaped(word) : ""
        if !line.isEmpty, option != nil || line.utf8.count + 1 + escaped.utf8.count > 80 {
          text += line + "\n"
          line = ""
        }
        if let option {
          request(option)
        } else {
          line += line.isEmpty ? escaped : " \(escaped)"
        }
      }
      if !line.isEmpty { text += line + "\n" }
    }
  }

  mutating func option(_ flag: Flag) {
    var item = "It"
    if let short = flag.short { item += " Fl \(short) ," }
    item += " Fl -\(flag.long)"
    switch flag.value {
    case .none: break
    case .required(let name, _): item += " Ar \(name)"
    case .pair(let first, let second): item += " Ar \(first) Ar \(second)"
    case .optional(let name): item += " Ns Op = Ns Ar \(name)"
    }
    request(item)
    paragraph(flag.summary.capitalizedFirst + ".")
    if let name = flag.value.name, !flag.value.choices.isEmpty {
      paragraph("\(name) is \(flag.value.listedChoices).")
    }
    if let detail = flag.detail { paragraph(detail) }
  }

  private static func option(_ word: Substring) -> String? {
    let marks = word.reversed().prefix { ".,;:".contains($0) }.reversed()
    let name = word.dropLast(marks.count)
    guard name.hasPrefix("--"), name.count > 2,
      name.dropFirst(2).allSatisfy({ $0.isLowercase || $0 == "-" })
    else { return nil }
    return "Fl \(name.dropFirst())" + marks.map { " \($0)" }.joined()
  }

  private static func sentences(_ prose: String) -> [Substring] {
    var sentences: [Substring] = []
    var start = prose.startIndex
    var previous: Character = " "
    for index in prose.indices where start < index {
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
