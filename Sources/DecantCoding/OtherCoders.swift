internal import DecantCore

// Dates and data for the encoders and decoders of other libraries, which know Foundation's types.

#if Foundation
  internal import FoundationEssentials

  extension SingleValueEncodingContainer {
    mutating func encode(_ date: Timestamp) throws {
      let seconds = ReferenceDate.secondsSince2001(date.text)
      try encode(Date(timeIntervalSinceReferenceDate: seconds ?? .nan))
    }

    mutating func encode(data bytes: [UInt8]) throws {
      try encode(Data(bytes))
    }
  }

  extension SingleValueDecodingContainer {
    func decodeDate() throws -> Timestamp? {
      let seconds = try decode(Date.self).timeIntervalSinceReferenceDate
      return ReferenceDate.text(secondsSince2001: seconds).flatMap { Timestamp($0) }
    }

    func decodeData() throws -> [UInt8] {
      Array(try decode(Data.self))
    }
  }
#else
  extension SingleValueEncodingContainer {
    mutating func encode(_ date: Timestamp) throws {
      try encode(date.text)
    }

    mutating func encode(data bytes: [UInt8]) throws {
      try encode(bytes)
    }
  }

  extension SingleValueDecodingContainer {
    /// Returns nil: a date is a string, which has been decoded before.
    func decodeDate() throws -> Timestamp? { nil }

    func decodeData() throws -> [UInt8] {
      try decode([UInt8].self)
    }
  }
#endif
