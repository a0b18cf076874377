import Decant
import DecantTestSupport
import Testing

/// The suite https://github.com/nst/JSONTestSuite: `y_` must be accepted, `n_` refused, `i_` is undefined.
@Suite struct JSONTestSuiteTests {
  static let parsing = Corpora.files(inSuite: "json-test-suite/test_parsing")
  static let transform = Corpora.files(inSuite: "json-test-suite/test_transform")

  /// The reason for decant's result where the suite leaves it undefined.
  enum Rule {
    case numbersAreKeptWhateverTheirSize
    case loneSurrogatesAreNoText
    case textIsValidUTF8
    case marksTellTheEncoding
    case nestingHasALimitThatIsAnOption
  }

  static let open: [String: (accepted: Bool, rule: Rule)] = [
    "i_number_double_huge_neg_exp.json": (true, .numbersAreKeptWhateverTheirSize),
    "i_number_huge_exp.json": (true, .numbersAreKeptWhateverTheirSize),
    "i_number_neg_int_huge_exp.json": (true, .numbersAreKeptWhateverTheirSize),
    "i_number_pos_double_huge_exp.json": (true, .numbersAreKeptWhateverTheirSize),
    "i_number_real_neg_overflow.json": (true, .numbersAreKeptWhateverTheirSize),
    "i_number_real_pos_overflow.json": (true, .numbersAreKeptWhateverTheirSize),
    "i_number_real_underflow.json": (true, .numbersAreKeptWhateverTheirSize),
    "i_number_too_big_neg_int.json": (true, .numbersAreKeptWhateverTheirSize),
    "i_number_too_big_pos_int.json": (true, .numbersAreKeptWhateverTheirSize),
    "i_number_very_big_negative_int.json": (true, .numbersAreKeptWhateverTheirSize),
    "i_object_key_lone_2nd_surrogate.json": (false, .loneSurrogatesAreNoText),
    "i_string_1st_surrogate_but_2nd_missing.json": (false, .loneSurrogatesAreNoText),
    "i_string_1st_valid_surrogate_2nd_invalid.json": (false, .loneSurrogatesAreNoText),
    "i_string_incomplete_surrogate_and_escape_valid.json": (false, .loneSurrogatesAreNoText),
    "i_string_incomplete_surrogate_pair.json": (false, .loneSurrogatesAreNoText),
    "i_string_incomplete_surrogates_escape_valid.json": (false, .loneSurrogatesAreNoText),
    "i_string_invalid_lonely_surrogate.json": (false, .loneSurrogatesAreNoText),
    "i_string_invalid_surrogate.json": (false, .loneSurrogatesAreNoText),
    "i_string_inverted_surrogates_U+1D11E.json": (false, .loneSurrogatesAreNoText),
    "i_string_lone_second_surrogate.json": (false, .loneSurrogatesAreNoText),
    "i_string_UTF-8_invalid_sequence.json": (false, .textIsValidUTF8),
    "i_string_UTF8_surrogate_U+D800.json": (false, .textIsValidUTF8),
    "i_string_invalid_utf-8.json": (false, .textIsValidUTF8),
    "i_string_iso_latin_1.json": (false, .textIsValidUTF8),
    "i_string_lone_utf8_continuation_byte.json": (false, .textIsValidUTF8),
    "i_string_not_in_unicode_range.json": (false, .textIsValidUTF8),
    "i_string_overlong_sequence_2_bytes.json": (false, .textIsValidUTF8),
    "i_string_overlong_sequence_6_bytes.json": (false, .textIsValidUTF8),
    "i_string_overlong_sequence_6_bytes_null.json": (false, .textIsValidUTF8),
    "i_string_truncated-utf-8.json": (false, .textIsValidUTF8),
    "i_string_UTF-16LE_with_BOM.json": (true, .marksTellTheEncoding),
    "i_string_utf16BE_no_BOM.json": (false, .marksTellTheEncoding),
    "i_string_utf16LE_no_BOM.json": (false, .marksTellTheEncoding),
    "i_structure_UTF-8_BOM_empty_object.json": (true, .marksTellTheEncoding),
    "i_structure_500_nested_arrays.json": (true, .nestingHasALimitThatIsAnOption),
  ]

  /// Files with duplicate keys, which RFC 8259 allows and decant refuses.
  static let refusedForTheirKeys: Set<String> = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
    "object_same_key_different_values.json", "object_same_key_same_value.json",
    "object_same_key_unclear_values.json",
  ]

  @Test(.enabled(if: !parsing.isEmpty), arguments: parsing)
  func eachFileIsAcceptedOrRefusedByRule(_ file: Corpora.File) throws {
    let error = Self.convert(file)
    if Self.refusedForTheirKeys.contains(file.name) {
      guard case .duplicateKey = error?.problem else {
        Issue.record("\(file): \(String(describing: error))")
        return
      }
      #expect(Self.convert(file, keepingDuplicates: true) == nil)
      return
    }
    let isAccepted: Bool
    switch file.name.first {
    case "y": isAccepted = true
    case "n": isAccepted = false
    default: isAccepted = try #require(Self.open[file.name], "no rule").accepted
    }
    #expect((error == nil) == isAccepted, "\(String(describing: error))")
    if let error { Self.expectAPlace(error, in: file) }
  }

  @Test(.enabled(if: !transform.isEmpty), arguments: transform)
  func nothingIsChangedOnTheWay(_ file: Corpora.File) throws {
    if Self.refusedForTheirKeys.contains(file.name) {
      guard case .duplicateKey = Self.convert(file)?.problem else {
        Issue.record("two equal keys were accepted")
        return
      }
      return
    }
    if file.name.contains("invalid_codepoint") {
      #expect(Self.convert(file)?.offset != nil)
      return
    }
    let written = try DecantTestSupport.convert(file.bytes, from: .json, by: .compact(.json))
    let text = String(decoding: file.bytes, as: UTF8.self)
    // White space is only after colons.
    let expected = text.replacing(": ", with: ":")
    #expect(String(decoding: written, as: UTF8.self).trimmed == expected.trimmed)
  }

  @Test(.enabled(if: !parsing.isEmpty)) func theRuleTableNamesTheFilesThereAre() {
    let names = Set(Self.parsing.map(\.name).filter { $0.hasPrefix("i_") })
    #expect(names == Set(Self.open.keys))
  }

  private static func convert(
    _ file: Corpora.File, keepingDuplicates: Bool = false
  ) -> DecantError? {
    var plan = Plan.compact(.json)
    if keepingDuplicates { plan.reading.duplicateKeys = .keep }
    do throws(DecantError) {
      _ = try DecantTestSupport.convert(file.bytes, from: .json, by: plan)
      return nil
    } catch {
      return error
    }
  }

  private static func expectAPlace(_ error: DecantError, in file: Corpora.File) {
    #expect(error.category == .input)
    let offset = error.position?.offset ?? -1
    #expect(0...file.bytes.count ~= offset)
    #expect(error.position?.line ?? 0 >= 1)
    #expect(error.position?.column ?? 0 >= 1)
  }
}

extension String {
  fileprivate var trimmed: String {
    let space: Set<Character> = [" ", "\n", "\r", "\t", "\r\n"]
    return String(drop { space.contains($0) }.reversed().drop { space.contains($0) }.reversed())
  }
}
