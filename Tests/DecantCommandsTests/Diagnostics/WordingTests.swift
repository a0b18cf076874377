import DecantFiles
import DecantFormats
import DecantTestSupport
import Foundation
import Testing

import Decant
@testable import DecantChanges
@testable import DecantSchema
@testable import DecantCommands
@testable import DecantConversion
@testable import DecantCore

@Suite struct WordingTests {
  typealias Problem = DecantError.Problem

  private static let folder = URL(filePath: "/" + Corpora.package)

  static let general: [Problem] = [
    .unexpectedEnd(expected: .value), .unexpectedEnd(expected: .endOfDocument),
    .unexpectedEndOfLine(expected: .commaOrEndOfMapping),
    .unexpected(.end, expected: .recordSeparator),
    .unexpected(.scalar("\u{FEFF}"), expected: .colon), .unexpected(.scalar("1"), expected: .key),
    .unexpected(.scalar(","), expected: .keyOrEndOfMapping),
    .unexpected(.scalar("}"), expected: .valueOrEndOfSequence),
    .unexpected(.scalar("\u{1E}"), expected: .commaOrEndOfSequence),
    .unexpected(.scalar("\n"), expected: .hexDigits(4)),
    .unclosedBracket("{", before: nil),
    .unclosedBracket("[", before: DecantError.Closing(text: "'}'", line: 7)),
    .unterminatedString, .unterminatedLine, .unterminatedComment,
    .controlCharacter(0), .invalidEscape(.end), .invalidEscape(.scalar("q")),
    .loneSurrogate(0xD800), .invalidNumber(.leadingZero), .invalidNumber(.leadingPlus),
    .invalidNumber(.noDigitBeforePoint), .invalidNumber(.noDigitAfterPoint),
    .invalidNumber(.noDigitInExponent), .invalidNumber(.noDigitAfterSign),
    .invalidNumber(.noHexadecimalDigit), .invalidNumber(.hexadecimal), .invalidNumber(.notFinite),
    .invalidNumber(.tooManyDigits(limit: 9)), .invalidNumber(.followedBy("x")),
    .invalidEncoding(.utf8), .invalidEncoding(.utf16), .invalidEncoding(.utf32),
    .invalidEncoding(.ascii), .html(insteadOf: "JSON"),
    .unknownWord("tru", suggestion: "true"), .unknownWord("x", suggestion: nil),
    .duplicateKey("a\nb"), .duplicateCollectionKey, .tooDeep(limit: 3), .tooLong,
    .recordTooLong(limit: 9),
    .trailingContent(.scalar("{")), .emptyInput, .noDocument, .tooManyAliasNodes(limit: 3),
    .cyclicAlias("a"), .lostComment, .collidingKeys("1"), .changedTwice("name"),
    .malformedTaggedForm("$date"),
    .nothingAtPointer("/a"),
    .notASequence, .manyDocuments(target: "xml1"), .malformedEvents("x"),
    .system(.open, code: 2), .system(.create, code: 13), .system(.replace, code: 1),
    .system(.read, code: 5), .system(.write, code: 28), .system(.startThread, code: 11),
    .system(.inspect, code: 2),
    .system(.remove, code: 13), .unknownFormat("jsn", suggestion: "json"), .unrecognizedContent,
    .unsupported(.read, format: "x"), .unsupported(.write, format: "x"),
    .notText(format: "x"), .notARegularFile, .changedFile,
    .ofPart(.init(base: DecantError.MigrationProblem.stopped)),
    .other("anything\nat all", hint: nil),
  ]

  static let valueClasses: [DecantError.ValueClass] = [
    .null, .boolean, .date, .localTime, .data, .uid, .loneSurrogate, .number, .nonFiniteNumber,
    .largeNumber,
    .preciseNumber, .exactDate, .dateOffset, .forbiddenCharacter, .scalarKey, .collectionKey,
    .duplicateKeys,
    .tag,
    .anchor, .farDate, .olderValue, .comment,
  ]

  static let xml: [DecantError.XMLProblem] = [
    .strayText(.scalar("x")), .unclosed("dict", before: nil),
    .unclosed("string", before: DecantError.Closing(text: "</dict>", line: 7)),
    .unterminated(.tag), .unterminated(.instruction), .unterminated(.documentType),
    .unterminated(.section), .malformedTag(.scalar("<")), .unknownElement("null", suggestion: nil),
    .unknownElement("set", suggestion: nil), .unknownElement("sting", suggestion: "string"),
    .mismatchedEnd(found: "dict", of: nil), .elementInside("string"), .notEmpty("true"),
    .missingValue(key: "a"), .missingKey(found: "true"), .misplaced("key"), .misplaced("!DOCTYPE"),
    .emptyPropertyList, .secondValue("true"), .trailing(.scalar("x")), .internalSubset,
    .unknownEntity("nbsp"), .bareAmpersand, .malformedReference, .forbiddenCharacter(1),
    .forbiddenCharacter(0xD800), .invalidText("soon", of: "date"), .invalidText("x", of: "integer"),
    .integerOutOfRange("99999999999999999999"), .invalidBase64(.scalar("!")), .unfinishedBase64,
    .unsupportedEncoding("EBCDIC"), .contradictedEncoding("UTF-16"),
  ]

  static let keyedArchive: [DecantError.KeyedArchiveProblem] = [
    .notAnArchive, .unknownVersion, .noObjects, .missingRoot, .danglingReference("7", objects: 5),
    .cycle,
    .noClass, .malformedObject(className: "NSURL"), .irreversible,
    .typedStream, .nibArchive, .malformedValue(className: "NSUUID"),
    .otherKindOfValue(className: "NSSet"), .objectWithoutKeys(className: "A"),
    .misplacedTag("!$top"), .keyOfObject, .sharedPart, .unknownReference("1\n"),
    .repeatedLabel("1"), .classOfObject, .malformedMerge,
  ]

  static let binary: [DecantError.BinaryPropertyListProblem] = [
    .notBinary, .truncated, .malformed(.offsetWidth), .malformed(.referenceWidth),
    .malformed(.objectCount), .malformed(.topObject), .malformed(.tableOffset), .misplacedObject(3),
    .danglingReference(7, objects: 5), .overlongObject, .overlappingObjects, .unknownType(0x70),
    .unknownWidth(0x1F), .nonStringKey, .notASCII(0xE9), .unknownDate, .cycle,
    .tooManySharedNodes(limit: 3),
  ]

  static let counted: [DecantError.BinaryProblem] = [
    .truncated(format: "CBOR"), .unknownType(0xC1, format: "MessagePack"),
    .dateOutOfRange, .numberTooLong, .misplacedTag("!msgpack/5", expected: "data"),
    .tooManyNodes(limit: 4_294_967_295),
  ]

  static let cbor: [DecantError.CBORProblem] = [
    .unexpectedBreak, .breakAfterKey, .wrongChunk(1), .longSimpleValue(24),
    .wrongContent(tag: 0), .wrongContent(tag: 1), .wrongContent(tag: 2), .wrongContent(tag: 4),
    .invalidDate("a\nb"),
  ]

  static let openStep: [DecantError.OpenStepProblem] = [
    .missingSemicolon, .missing(.value, .scalar(";")), .missing(.valueOrParenthesis, .scalar(",")),
    .missing(.commaOrParenthesis, .scalar("b")), .missing(.key, .scalar("=")),
    .missing(.keyOrBrace, .scalar("=")), .missing(.equalsSign, .scalar(":")),
    .missing(.equalsSignOrEnd, .scalar("b")), .missing(.end, .scalar("x")), .needsQuotes("@"),
    .needsQuotes("*"), .unclosedData, .notHexadecimal(.scalar("g")), .halfByte, .invalidBase64,
    .unknownType(.scalar("X")), .mismatchedType(.boolean, text: "YES"),
    .mismatchedType(.integer, text: "1.5"), .mismatchedType(.real, text: "x"),
    .mismatchedType(.date, text: "soon"), .undefinedCharacter(0o377), .notAStringsTable,
  ]

  static let yaml: [DecantError.YAMLProblem] = [
    .forbiddenCharacter("\u{1}"), .oldLineBreak("\u{85}"), .misplacedByteOrderMark,
    .tabInIndentation, .reservedIndicator("@"), .reservedIndicator("%"),
    .misplacedColon, .colonInText(beganInLine: 3), .longKey, .mappingAfterMarker,
    .misplacedQuestionMark, .missingColon, .missingSpaceAfterColon, .misplacedDash,
    .misindented(.sequence, asInLine: 1), .misindented(.mapping, asInLine: 1), .misplacedElement,
    .malformedName("&", .scalar("{")), .multilineKey, .onlyComments, .template,
    .trailing(.scalar("]")),
    .trailing(.scalar("x")), .trailingQuote("'", .scalar("x")), .trailingQuote("\"", .scalar("x")),
    .unknownEscape(.scalar("q")), .unknownEscape(.end), .malformedEscape, .malformedBlockHeader,
    .insufficientIndentation, .longBlankLine, .missingSpaceBeforeComment, .repeatedDirective,
    .directiveInDocument,
    .unclosed(.sequence, openedInLine: 3, .end),
    .unclosed(.mapping, openedInLine: 3, .scalar("]")),
    .unclosed(.mapping, openedInLine: 3, .scalar("b")), .missingValue(.end),
    .missingValue(.scalar("]")), .documentMarkerInside, .missingDocumentMarker,
    .missingMarkerAfterDirective, .malformedDirective, .unknownVersion, .missingName("*"),
    .malformedTag, .undefinedTagHandle, .longTags(limit: 9), .undefinedAlias("a"),
    .undefinedAlias("a:"),
    .mismatchedTag("!!timestamp", text: "2026-13-45"), .mismatchedTag("!!int", text: nil),
    .other("anything"),
  ]

  static let csv: [DecantError.CSVProblem] = [
    .afterQuote(.scalar("x")), .rowLength(1, columns: 2), .rowLength(3, columns: 2), .notARow,
    .nestedValue, .zeroByte, .newColumn("a"), .missingColumn("a"),
    .unclearSeparator(",", ";"), .lostColumns,
  ]

  static let toml: [DecantError.TOMLProblem] = [
    .elementIsNotATable("p"),
    .missing(.key, .scalar("=")), .missing(.equalsSign, .scalar(":")), .missing(.value, .end),
    .missing(.commaOrBracket, .scalar("2")), .missing(.commaOrBrace, .scalar("b")),
    .missing(.keyOrBrace, .scalar(",")), .missing(.endOfHeader, .scalar("\n")),
    .missing(.endOfTablesHeader, .end), .missing(.endOfLine, .scalar("b")),
    .repeatedKey("a\nb", firstLine: 3), .repeatedTable("a", firstLine: 3),
    .notATable("a", .scalar, line: 3), .notATable("a", .array, line: 3),
    .notATable("a", .inlineTable, line: 3), .notATable("a", .tables, line: 3),
    .notTables("a", .table, line: 3), .tableWithHeader("a", line: 3), .word("yes"), .word("off"),
    .word("null"), .word("True"), .word("text"), .integerOutOfRange, .misplacedUnderscore,
    .signBeforeBase, .noDigitAfterBase(.scalar("9")), .invalidTime, .bareCarriageReturn,
    .newer(.lineInTable), .newer(.finalComma), .newer(.escape), .newer(.timeWithoutSeconds),
    .rootIsNotATable,
  ]

  static let archive: [DecantError.ArchiveProblem] = [
    .notAnArchive, .severalDocuments, .keyedArchive, .newerVersion(3, known: 1),
    .missingField("$type"), .unknownField("$x"), .malformedField("$digest"),
    .digestMismatch(stated: "sha256:0123456789abcdef", actual: "sha256:fedcba9876543210"),
    .digestOfRoot, .wrongType("Trip", wanted: "Note"), .newerSchema(3, known: 2, type: "Trip"),
    .notRestored(type: "Trip"),
    .keysInStyle, .inKeyedArchive, .noMigrationStep(type: "Trip", from: 1),
  ]

  static let variables: [VariablesProblem] = [.notAName("a\nb"), .nested, .noMapping, .zeroByte]

  static let verification: [VerificationProblem] = [.differs, .unreadable("the input is empty")]

  static let file: [FileProblem] = [.nameIsNotUTF8, .noMatch]

  static let migration: [DecantError.MigrationProblem] = [
    .targetDiffers("a\nb"),
    .targetTaken("a\nb", by: "c\nd"), .ownTarget, .linkInPlace, .stopped,
  ]

  static let change: [ChangeProblem] = [
    .notACollection, .invalidIndex("01"), .indexOutOfRange(5, count: 1),
    .indexOutOfRange(5, count: 3), .keyExists("a\nb"), .noKey, .intoItself, .removedRoot,
    .notAnElement, .notASequence, .unmatchedWildcards("/*/b"),
    .testFailed(expected: "1", found: "2"), .malformedPatch("an operation without a path"),
  ]

  static let edit: [EditProblem] = [
    .format("binary1", editable: ["json", "yaml"]), .encoding, .throughAlias("a"),
    .anchorInUse("a", uses: ["/b"]), .sharedValue("a", uses: ["/b", "/c/<<"]),
    .mergedValue("/a/<<"),
    .noComments("json"), .commentOfRoot,
    .unreadableValue("[\n", reason: "'[' is never closed"),
    .tooManyCopies(limit: 3), .unsortableKeys, .unverified,
  ]

  static let steps: [StepProblem] = [
    .unknown("a\nb", suggestion: "ab"), .unknown("a", suggestion: nil), .missing("VALUE"),
    .missing("KEY"), .path("a\nb", reason: "a path begins with '/' or '.'"),
    .condition("a\nb", reason: "a condition is empty"), .file, .unguarded("insert"), .ring,
    .repeated,
  ]

  static let settings: [SettingsProblem] = [.changed, .noValue, .unverified, .conflicts(["/a\nb"])]

  static let defaulting: [DefaultingProblem] = [
    .unfit("expected Int but found a string", .default),
    .unknownCase("a\nb", type: "Theme", cases: ["light", "dark"], .nothing),
    .unknownKey("a\nb", nearest: "ab"), .unknownKey("a", nearest: nil),
  ]

  static let path: [PathProblem] = [
    .notAPath(suggestion: "/a\nb"), .notAPath(suggestion: nil), .unclosed("["), .unclosed("\""),
    .missingName, .emptyCondition, .unexpected(.end, expected: "'.'"), .invalidEscape("~2"),
    .invalidEscape("\\q"), .notACondition(suggestion: "/0"),
    .noDocument(3, count: 1), .noMatchingDocument, .foreign(.slice), .foreign(.filter),
    .foreign(.pipe), .foreign(.function), .foreign(.union),
    .foreign(.optional), .foreign(.regularExpression), .foreign(.logic), .foreign(.assignment),
  ]

  static let git: [GitProblem] = [
    .noPacket, .invalidLength(3), .endsInsidePacket, .endsInsideRequest, .notGit, .version,
    .unknownCommand("x\ny"), .notRestored(nil), .notRestored(DocumentPointer("/a\nb")),
    .notAsStored,
  ]

  static let gitSetup: [GitSetupProblem] = [
    .notInstalled, .noRepository("a\nb"), .noWorkingTree, .noHome, .failed("a\nb"), .unknownProgram,
    .linkedAttributes, .openBlock(line: 3),
  ]

  static let merge: [MergeProblem] = [
    .binary([DocumentPointer(tokens: ["a"])]), .binary([]), .documents, .tags, .unverified,
    .noMarks, .malformedMarks, .noBase,
  ]

  static let gathering: [GatheringProblem] = [
    .severalDocuments, .noDocument, .repeatedName("a\nb", other: "a\nb"),
  ]

  static let deadline: [DeadlineProblem] = [.passed]

  static let frontMatter: [FrontMatterProblem] = [
    .missing, .unclosed, .notKept, .restLeftOut, .restLost,
  ]

  static let splitting: [SplittingProblem] = [
    .noValue("a\nb"), .severalValues("/*"), .notText("a"), .notAName("a\nb", path: "a\nb"),
    .repeatedName("a\nb"), .notAMapping, .link("a\nb"),
  ]

  static let schema: [SchemaProblem] = [
    .notASchema, .malformed(keyword: "type", expected: "a string"),
    .unknownPattern("(\n", "'(' is never closed"),
    .limit(.pattern("(\n", "'(' is never closed"), schema: "/pattern"),
    .unresolvedReference("#/a\nb"), .unresolvedReference("a.json"), .unknownVocabulary("a"),
    .otherDialect("a"), .mismatch("expected null", schema: "/type"),
    .tooManyMismatches(limit: 9), .limit(.endlessReference, schema: "/$ref"),
    .limit(.tooDeep(limit: 9), schema: "/$ref"), .limit(.tooManySteps, schema: "/$ref"),
  ]

  static let schemaFile: [SchemaFileProblem] = [
    .outside("../a.json", folder: ".."), .outside("/etc/a\nb", folder: nil),
    .notADocument("a\nb.json"),
  ]

  static let schemaSearch: [SchemaSearchProblem] = [
    .absent("a\nb.json", path: "a\nb.json", hasFolders: true),
    .absent("https://example.com/a.json", path: "a.json", hasFolders: false),
    .outside("../a\nb.json", folder: ".."), .outside("/etc/a", folder: nil), .noSchema,
    .field("the value '' at '/kind' cannot be part of a file name"),
  ]

  static let schemaCatalog: [SchemaCatalogProblem] = [.isElsewhere, .hasNoList]

  static let all = ofFormats + ofConversions + ofCommands

  private static let ofFormats: [Problem] =
    general
    + valueClasses.flatMap {
      [.notRepresentable($0, target: "xml1"), .degraded($0, target: "json")]
    }
    + xml.map { .specific($0) } + keyedArchive.map { .specific($0) } + binary.map { .specific($0) }
    + openStep.map { .specific($0) } + yaml.map { .specific($0) } + toml.map { .specific($0) }
    + csv.map { .specific($0) } + counted.map { .specific($0) } + cbor.map { .specific($0) }

  private static let ofConversions: [Problem] =
    archive.map { .specific($0) }
    + variables.map { .specific($0) } + verification.map { .specific($0) }
    + file.map { .specific($0) }
    + schemaCatalog.map { .specific($0) }
    + migration.map { .specific($0) } + change.map { .specific($0) } + edit.map { .specific($0) }
    + steps.map { .specific($0) }
    + gathering.map { .specific($0) } + splitting.map { .specific($0) }
    + frontMatter.map { .specific($0) }

  private static let ofCommands: [Problem] =
    merge.map { .specific($0) } + git.map { .specific($0) }
    + gitSetup.map { .specific($0) } + schema.map { .specific($0) }
    + schemaFile.map { .specific($0) } + schemaSearch.map { .specific($0) }
    + path.map { .specific($0) } + deadline.map { .specific($0) }
    + settings.map { .specific($0) }
    + defaulting.map { .specific($0) }
    + defaulting.map { .specific($0) }

  @Test(arguments: all)
  func fitsOnOneLine(problem: DecantError.Problem) {
    let error = DecantError(problem)
    #expect(!error.message.isEmpty)
    #expect(!error.message.contains { $0.isNewline })
    #expect(error.message.last != ".")
    #expect(!Self.beginsLikeSentence(error.message))
    #expect(error.description == error.message)
    if let hint = error.commandHint(isSupported: { _ in true }) {
      #expect(!hint.contains { $0.isNewline })
      #expect(hint.last != ".")
      #expect(!Self.beginsLikeSentence(hint))
    }
  }

  /// Whether a text begins with a capital letter, but not with a name such as XML or U+0001.
  private static func beginsLikeSentence(_ text: String) -> Bool {
    text.first?.isUppercase == true && text.dropFirst().first?.isLowercase != false
  }

  /// Messages do not contain words that CONTRIBUTING rules out.
  @Test(arguments: all) func isPlainEnglish(problem: DecantError.Problem) throws {
    let error = DecantError(problem)
    let words = error.message + " " + (error.commandHint(isSupported: { _ in true }) ?? "")
    #expect(
      try !words.contains(Regex(#"\b(stands?|behind|is no|are no|nobody|somebody|is none)\b"#)))
  }

  /// The files of `Sources` that declare problems; those of libyaml have tests of their own.
  private static let declarations: [String] = {
    let names = FileManager.default.enumerator(atPath: folder.appending(path: "Sources").path)
    return (names?.compactMap { $0 as? String } ?? []).filter { name in
      name.hasSuffix(".swift") && !name.hasPrefix("DecantLibYAML/")
        && (try? text(of: name))?.contains(
          #/\benum [A-Za-z0-9]*Problem: (SpecificProblem|Sendable)/#) == true
    }
  }()

  private static func text(of file: String) throws -> String {
    try String(contentsOf: folder.appending(path: "Sources/\(file)"), encoding: .utf8)
  }

  /// In a file of other things, only the enumerations count that are problems by their names.
  @Test(arguments: declarations) func hasAnExampleForEachCase(file: String) throws {
    let isOfProblems = file.hasSuffix("Problem.swift") || file.hasSuffix("/DecantError.swift")
    var type = ""
    var cases: Set<String> = []
    for line in try Self.text(of: file).split(separator: "\n") where !line.contains("///") {
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      if let index = words.firstIndex(of: "enum") { type = words[index + 1] }
      if line.contains(#/^ *case [a-z`]/#), isOfProblems || type.hasSuffix("Problem") {
        cases.insert("\(type).\(words[1])")
      }
    }
    #expect(!cases.isEmpty)
    let missing = cases.subtracting(Self.exemplified).sorted()
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func knowsAllProblems() { #expect(Self.declarations.count >= 28) }

  private static let exemplified = Set(
    all.flatMap { names(in: $0) } + [DecantError.Direction.read, .write].map { "Direction.\($0)" })

  private static func names(in value: Any) -> [String] {
    let mirror = Mirror(reflecting: value)
    let children = mirror.children.flatMap { names(in: $0.value) }
    guard mirror.displayStyle == .enum else { return children }
    let name = mirror.children.first?.label ?? "\(value)"
    return ["\(type(of: value)).\(name)"] + children
  }

  @Test func namesThePlace() {
    var error = DecantError(
      .duplicateKey("a"), path: DocumentPath([.key("x/y"), .index(3), .key("a")]))
    #expect(error.description == "duplicate key 'a' at /x~1y/3/a")
    error.source = "data.json"
    #expect(error.description == "data.json: duplicate key 'a' at /x~1y/3/a")
  }

  @Test func cutsLongNames() {
    let key = String(repeating: "k", count: 10_000)
    let error = DecantError(.duplicateKey(key), path: DocumentPath([.key(key)]))
    #expect(error.message.count == 64 + 1 + "duplicate key ''".count)
    #expect(error.description.count < 400)
  }
}
