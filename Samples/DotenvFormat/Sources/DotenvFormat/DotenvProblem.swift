import DecantCore

/// A problem with reading or writing a `.env` file.
enum DotenvProblem {
  case noName(found: UInt8?)
  case badName(String)
  case noEqualsSign(name: String)
  case needsQuotes(UInt8)
  case expansion(UInt8)
  case unterminatedQuote(UInt8)
  case unknownEscape(UInt8)
  case afterQuote(UInt8)
  case zeroByte
  case noMapping
  case nested(name: String)
  case unwritableName(String)
  case script
}

extension DotenvProblem: SpecificProblem {
  /// Creates the error; decant determines its line and column.
  func error(at offset: Int, of name: String? = nil) -> DecantError {
    DecantError(.specific(self), offset: offset, path: name.map { DocumentPath([.key($0)]) })
  }

  var message: String {
    switch self {
    case .noName(let byte): "expected the name of a variable but found \(Self.shown(byte))"
    case .badName(let name): "'\(name)' cannot be the name of a variable"
    case .noEqualsSign(let name): "expected '=' after '\(name)'"
    case .needsQuotes(let byte): "\(Self.shown(byte)) in a value without quotes"
    case .expansion(let byte): "\(Self.shown(byte)) in double quotes"
    case .unterminatedQuote(let quote): "no closing \(Self.shown(quote))"
    case .unknownEscape(let byte): "\(Self.shown(byte)) after a backslash is not an escape"
    case .afterQuote(let byte): "expected the end of the line but found \(Self.shown(byte))"
    case .zeroByte: "a zero byte, which no environment can hold"
    case .noMapping: "a .env file must be a mapping from names to text"
    case .nested(let name): "'\(name)' is not text, but a .env file contains only text"
    case .unwritableName(let name): "'\(name)' cannot be the name of a variable"
    case .script: "this is a program for a shell, not a .env file"
    }
  }

  var hint: String? {
    switch self {
    case .badName, .unwritableName:
      "a name is of letters, digits and '_', and begins with no digit"
    case .needsQuotes(UInt8(ascii: "$")), .needsQuotes(UInt8(ascii: "`")), .expansion:
      "put the text in single quotes, where '$' is an ordinary character"
    case .needsQuotes(UInt8(ascii: "#")):
      "quote the value, or put a space before the comment"
    case .needsQuotes: "put the whole value in quotes"
    case .unknownEscape: "write \\\\ for a backslash, or use single quotes"
    case .noMapping: "--at POINTER takes a part of a document"
    case .script: "a file of assignments alone needs no '#!' in its first line"
    default: nil
    }
  }

  private static func shown(_ byte: UInt8?) -> String {
    guard let byte else { return "the end of the input" }
    return switch byte {
    case 0x0A, 0x0D: "the end of the line"
    case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
    case 0x20, 0x09: "a space"
    case 0x80...: "a letter that is not ASCII"
    default: "a control character"
    }
  }
}
