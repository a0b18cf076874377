import Foundation

/// The result of a conversion.
public struct Converted: Equatable, Sendable {
  public let bytes: [UInt8]

  /// The format of the document.
  public let source: String
  public let target: String

  /// The identifier of the request.
  public let id: String?

  /// The number of skipped records.
  public let badRecords: Int

  /// The notes, warnings and non-fatal errors.
  public let diagnostics: [Diagnostic]

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ message: Message) {
    bytes = message.payload
    source = message.fields["from"] ?? ""
    target = message.fields["to"] ?? ""
    id = message.fields["id"]
    badRecords = message.fields["bad-records"].flatMap { Int($0) } ?? 0
    diagnostics = message.diagnostics
  }
}

/// The result of an edit, a query, a comparison or a merge.
public struct Reply: Equatable, Sendable {
  public let bytes: [UInt8]

  /// Whether an edit changes the document, two documents differ, or a merge has conflicts; nil for a query.
  public let isChanged: Bool?
  public let differs: Bool?
  public let hasConflicts: Bool?

  /// The notes and warnings.
  public let diagnostics: [Diagnostic]

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ message: Message) {
    bytes = message.payload
    isChanged = message.fields["changed"].map { $0 == "true" }
    differs = message.fields["differs"].map { $0 == "true" }
    hasConflicts = message.fields["conflicts"].map { $0 == "true" }
    diagnostics = message.diagnostics
  }
}

/// A message about a document; inapplicable members are nil.
public struct Diagnostic: Decodable, Equatable, Sendable {
  public let severity: String
  public let line: Int?
  public let column: Int?
  public let offset: Int?
  public let message: String
  public let path: String?
  public let hint: String?
}

/// An error that the service reported, or its death.
public struct DecantError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Kind: String, Sendable {
    case input, usage, size, timeout, missing, framing, defect
    /// The service died twice over the same request.
    case service
  }

  public let kind: Kind
  public let message: String
  public var id: String?

  /// The position in the document: `line` and `column` count from 1, `offset` counts bytes from 0.
  public var line: Int?
  public var column: Int?
  public var offset: Int?

  /// A JSON Pointer to the value at fault.
  public var path: String?

  /// The document or the steps with the error, if it is not the only or the edited document.
  public var part: String?

  /// The step that failed.
  public var step: String?

  /// What to do about the error.
  public var hint: String?
  public var diagnostics: [Diagnostic] = []

  public var description: String {
    let place = line.map { "line \($0)" + (column.map { ", column \($0)" } ?? "") + ": " } ?? ""
    return place + message + (hint.map { "; \($0)" } ?? "")
  }

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  init(_ reply: Message) {
    self.init(
      reply.fields["kind"].flatMap { Kind(rawValue: $0) } ?? .defect,
      String(decoding: reply.payload, as: UTF8.self))
    id = reply.fields["id"]
    line = reply.fields["line"].flatMap { Int($0) }
    column = reply.fields["column"].flatMap { Int($0) }
    offset = reply.fields["offset"].flatMap { Int($0) }
    path = reply.fields["path"]
    part = reply.fields["part"]
    step = reply.fields["step"]
    hint = reply.fields["hint"]
    diagnostics = reply.diagnostics
  }
}
