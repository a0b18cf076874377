internal import DecantCore

/// A problem of the filter of git: with its protocol, or with a file.
enum GitProblem: SpecificProblem {
  /// The bytes are not the length of a packet.
  case noPacket
  case invalidLength(Int)
  case endsInsidePacket
  case endsInsideRequest
  /// The stream does not begin as one of git.
  case notGit
  /// Git does not support version 2 of the protocol.
  case version
  case unknownCommand(String)
  /// XML that is converted back has another value at a place; nil if the place is not known.
  case notRestored(DocumentPointer?)
  /// The filter would not store the text with the same bytes.
  case notAsStored

  var message: String {
    switch self {
    case .noPacket: "expected the length of a packet of git"
    case .invalidLength(let length): "a packet of git cannot have the length \(length)"
    case .endsInsidePacket: "the stream ended inside a packet"
    case .endsInsideRequest: "the stream ended inside a request"
    case .notGit: "expected 'git-filter-client'"
    case .version: "this git does not support version 2 of the filter protocol"
    case .unknownCommand(let command): "unknown command '\(command.visible(limit: 64))'"
    case .notRestored(let pointer):
      "XML cannot represent \(pointer.map(Self.name) ?? "the property list") exactly"
    case .notAsStored: "checked out as XML, because a binary file would be stored as other text"
    }
  }

  var hint: String? {
    switch self {
    case .notGit: "git starts this command, as filter.decant.process"
    case .notAsStored: "'decant -i -t binary1 FILE' converts it"
    default: nil
    }
  }

  private static func name(_ pointer: DocumentPointer) -> String {
    pointer.tokens.isEmpty
      ? "the property list" : "the value at \(pointer.description.visible(limit: 240))"
  }
}

extension DecantError.Problem {
  static func git(_ problem: GitProblem) -> Self { .specific(problem) }
}
