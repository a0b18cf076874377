internal import DecantCore

#if Foundation
  public import FoundationEssentials

  extension EncodingOptions {
    /// A strategy for encoding dates.
    public enum DateEncodingStrategy: Sendable {
      /// As a date if the format has dates, otherwise as an RFC 3339 string.
      case native
      /// As `native`, but without fractions of seconds, which XML property lists cannot store.
      case wholeSeconds
      /// As an RFC 3339 string with fractions of seconds, which is also ISO 8601.
      case iso8601
      /// As the number of seconds since the start of 1970, an integer if it is whole.
      case secondsSince1970
      /// As the number of milliseconds since the start of 1970, an integer if it is whole.
      case millisecondsSince1970
      /// As `Date` encodes itself: the number of seconds since the start of 2001.
      case deferredToDate
      /// By the closure; an empty mapping if it encodes nothing.
      case custom(@Sendable (Date, any Encoder) throws -> Void)
    }

    /// A strategy for encoding binary data.
    public enum DataEncodingStrategy: Sendable {
      /// As binary data if the format has it, otherwise as a Base64 string.
      case native
      /// As a Base64 string.
      case base64
      /// As `Data` encodes itself: a sequence of numbers.
      case deferredToData
      /// By the closure; an empty mapping if it encodes nothing.
      case custom(@Sendable (Data, any Encoder) throws -> Void)
    }
  }

  extension DecodingOptions {
    /// A strategy for decoding dates.
    public enum DateDecodingStrategy: Sendable {
      /// From a date or an ISO 8601 string.
      case native
      /// The same as `native`.
      case iso8601
      /// From the number of seconds since the start of 1970.
      case secondsSince1970
      /// From the number of milliseconds since the start of 1970.
      case millisecondsSince1970
      /// As `Date` decodes itself: from the number of seconds since the start of 2001.
      case deferredToDate
      /// By the closure.
      case custom(@Sendable (any Decoder) throws -> Date)
    }

    /// A strategy for decoding binary data.
    public enum DataDecodingStrategy: Sendable {
      /// From binary data or a Base64 string.
      case native
      /// From a Base64 string.
      case base64
      /// As `Data` decodes itself: from a sequence of numbers.
      case deferredToData
      /// By the closure.
      case custom(@Sendable (any Decoder) throws -> Data)
    }
  }
#endif
