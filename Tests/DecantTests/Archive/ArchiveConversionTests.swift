import DecantTestSupport
import Testing
import Decant
import DecantConversion

@Suite struct ArchiveConversionTests {
  static func document(seed: UInt64) throws -> Document {
    let options = ReadingOptions().adapted(to: .tagged)
    let text = RandomTaggedDocument(seed: seed).text
    return try Document(parsing: text, as: .json, options: options)
  }

  @Test(arguments: Format.ofArchives) func staysAnArchiveInEveryFormat(source: Format) throws {
    for seed in 0..<25 {
      let document = try Self.document(seed: UInt64(seed))
      let digest = try ArchiveTests.digest(of: document, type: "T")
      let bytes = try Archive.data(of: document, type: "T", as: source)
      let contents = try Archive.contents(of: bytes, as: source)
      #expect(contents.header.digest == digest)
      for target in Format.ofArchives {
        let converted = try convert(bytes, from: source, by: Plan(to: target))
        let again = try Archive.contents(of: converted, as: target)
        #expect(again.header == contents.header, "\(seed) to \(target.name)")
        let back = try convert(converted, from: target, by: Plan(to: source))
        // TOML has an order of keys of its own, on which a digest does not depend.
        if source.name == "toml" || target.name == "toml" {
          #expect(try Archive.contents(of: back, as: source).header == contents.header)
        } else {
          #expect(back == bytes, "\(seed) to \(target.name) and back")
        }
      }
    }
  }

  @Test(arguments: Format.ofArchives) func isDetectedInAnyChunks(source: Format) throws {
    let document = try Self.document(seed: 7)
    var plans = [Plan.compact(.yaml), Plan.compact(.json)]
    plans[1].keyOrder = .byBytes
    let bytes = try Archive.data(of: document, type: "T", as: source)
    for plan in plans {
      for feeding in [Transcript.Feeding(sizes: [1]), Transcript.Feeding(sizes: [7, 300])] {
        let converted = try convert(bytes, from: source, by: plan, feeding: feeding)
        #expect(try Archive.contents(of: converted, as: plan.target).header.type == "T")
      }
    }
  }

  @Test func aCommentBeforeItMakesNoDifference() throws {
    let bytes = try Archive.data(of: Self.document(seed: 9), type: "T", as: .yaml)
    let comment = Array(("# " + String(repeating: "a comment\n# ", count: 100) + "\n---\n").utf8)
    let json = try convert(comment + bytes, from: .yaml, by: Plan(to: .json))
    #expect(try Archive.contents(of: json).header.type == "T")
  }

  @Test func eachInputIsTreatedAsWhatItIs() throws {
    let date: Value = .date(try #require(Timestamp("2026-11-21T09:30:00Z")))
    let archive = try Archive.data(of: Document(date), type: "T", as: .yaml)
    let plain = Array("2026-11-21T09:30:00Z".utf8)
    for order in [[0, 1], [1, 0], [1, 0, 1]] {
      for gathering in [Plan.Gathering.none, .slurp] {
        var plan = Plan.compact(.jsonLines)
        plan.gathering = gathering
        plan.reading.yamlSchema = .yaml11
        let output = MemoryDestination()
        var pipeline = try Pipeline(plan, to: output)
        for index in order {
          var input = try Input(.bytes(index == 0 ? archive : plain), as: .yaml)
          try pipeline.convert(&input)
        }
        try pipeline.finish()
        let count = output.text.components(of: #""$root":{"$date":"2026"#)
        #expect(count == 1, "\(output.text)")
        #expect(output.text.components(of: #""2026-11-21T09:30:00Z""#) == order.count)
        #expect(output.text.components(of: #"{"$date""#) == 1)
      }
    }
  }

  @Test(arguments: Format.ofArchives) func staysOneWhateverIsAskedForOfValues(
    source: Format
  ) throws {
    let archive = try Archive.data(of: Self.document(seed: 13), type: "T", as: source)
    let losses = Losses()
    for target in Format.ofArchives {
      for fidelity in [Fidelity.strict, .lossy, .tagged] {
        for schema in [YAMLSchema.core, .yaml11, .failsafe] {
          var plan = Plan(to: target)
          plan.fidelity = fidelity
          plan.losses = losses
          plan.reading.yamlSchema = schema
          let converted = try convert(archive, from: source, by: plan)
          var input = try Input(.bytes(converted), as: target)
          try input.check(plan.reading)
          #expect(
            try Archive.contents(of: converted, as: target, options: plan.reading).header.type
              == "T")
        }
      }
    }
    #expect(losses.counts.isEmpty)
  }

  @Test func plainScalarsAreThoseOfTheCoreSchema() throws {
    let root: Value = ["yes": "no", "mode": "0o17x"]
    let archive = """
      $archiver: decant
      $version: 1
      $type: T
      $schema: 1
      $digest: \(try ArchiveTests.digest(of: Document(root), type: "T"))
      $root: {yes: no, mode: 0o17x}
      """
    for schema in [YAMLSchema.core, .yaml11, .failsafe] {
      var plan = Plan(to: .json)
      plan.reading.yamlSchema = schema
      let converted = try convert(Array(archive.utf8), from: .yaml, by: plan)
      #expect(try Archive.contents(of: converted).root.value == root)
    }
  }

  /// The digest covers the keys.
  @Test(arguments: Format.ofArchives) func keysCannotComeIntoAnotherStyle(format: Format) throws {
    let root: Value = ["userName": 1]
    let archive = try Archive.data(of: Document(root), type: "T", as: format)
    let document = try Document(parsing: archive, as: format)
    let problem = DecantError.Problem.archive(.keysInStyle)
    for fidelity in [Fidelity.standard, .strict, .lossy, .tagged] {
      var plan = Plan.compact(.jsonLines)
      plan.fidelity = fidelity
      plan.keyStyle = .snake
      for gathering in [Plan.Gathering.none, .slurp] {
        plan.gathering = gathering
        #expect(throws: DecantError.self) { try convert(archive, from: format, by: plan) }
        var pipeline = try Pipeline(plan, to: MemoryDestination())
        #expect(throws: DecantError(problem, offset: document.root.offset)) {
          try pipeline.convert(document)
        }
        let value = try document.value
        #expect(throws: DecantError(problem, offset: 0)) { try pipeline.convert(value) }
      }
      plan.gathering = .none
      plan.pointer = DocumentPointer("/$root")
      let part = try convert(archive, from: format, by: plan)
      #expect(String(decoding: part, as: UTF8.self).contains("user_name"))
    }
  }

  /// Such a mapping is data, which a conversion must not change.
  @Test(arguments: [
    Format.json, .yaml, .xmlPropertyList, .binaryPropertyList, .openStepPropertyList,
  ])
  func requiresACompleteEnvelope(format: Format) throws {
    let value: Value = ["$archiver": "decant"]
    for input in [[value], [value, value]] {
      let json = try input.map { try $0.encoded(as: .json) }.joined()
      var plan = Plan(to: format)
      plan.gathering = input.count > 1 ? .slurp : .none
      let written = try convert(Array(json), from: .jsonLines, by: plan)
      let back = try Value(parsing: written, as: format)
      #expect(back == (input.count > 1 ? .sequence(input) : value))
    }
    let archive = try Archive.data(of: Document(value), type: "T", as: format)
    #expect(try Archive.contents(of: archive).root.value == value)
  }

  @Test func bareTextMakesNoDifference() throws {
    let date: Value = .date(try #require(Timestamp("2026-11-21T09:30:00Z")))
    let archive = try Archive.data(of: Document(date), type: "T", as: .binaryPropertyList)
    var plan = Plan(to: .json)
    plan.scalars = .raw
    let raw = try convert(archive, from: .binaryPropertyList, by: plan)
    #expect(try Archive.contents(of: raw).root.value == date)
  }

  @Test func whatIsTakenOutOfAnArchiveIsPlain() throws {
    let date: Value = ["at": .date(try #require(Timestamp("2026-11-21T09:30:00Z")))]
    let archive = try Archive.data(of: Document(date), type: "T", as: .json)
    var plan = Plan.compact(.jsonLines)
    plan.pointer = DocumentPointer("/$root")
    let text = String(decoding: try convert(archive, from: .json, by: plan), as: UTF8.self)
    #expect(text == #"{"at":"2026-11-21T09:30:00Z"}"# + "\n")
  }

  @Test(arguments: Format.ofArchives) func anArchiveCanHoldAnother(format: Format) throws {
    let inner = try Archive.data(of: Self.document(seed: 11), type: "Inner", as: format)
    let options = ReadingOptions().adapted(to: .tagged)
    let document = try Document(parsing: inner, as: format, options: options)
    let outer = try Archive.data(of: document, type: "Outer", as: format)
    let root = try Archive.contents(of: outer).root
    for written in [try root.encoded(as: .json), try root.value.encoded(as: .json)] {
      // A `Value` has no tags, which changes the digest of a document with tags.
      _ = try Archive.header(of: written)
    }
    #expect(try Archive.contents(of: root.encoded(as: .json)).header.type == "Inner")
  }

  /// The digest of plain JSON agrees with Python's `json` and `hashlib`.
  @Test(.enabled(if: Oracle.canonicalDigest.isInstalled)) func anyoneCanComputeTheDigest() throws {
    let kinds: [RandomTaggedDocument.Kind] = [.null, .boolean, .real, .text, .sequence, .mapping]
    let texts = (0..<200).map { RandomTaggedDocument(seed: $0, size: 80, of: kinds).text }
    let input = Array(texts.joined(separator: "\n").utf8)
    let answer = try #require(try Oracle.canonicalDigest.run(input))
    let digests = String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
    let own = try texts.map { try Archive.digest(of: Document(parsing: $0, as: .json)) }
    #expect(digests == own)
  }

  @Test func anArchiveIsNotTakenForAKeyedOne() throws {
    let root: Value = ["$objects": ["NSKeyedArchiver"], "$archiver": "NSKeyedArchiver"]
    for format in [Format.xmlPropertyList, .binaryPropertyList] {
      let bytes = try Archive.data(of: Document(root), type: "T", as: format)
      #expect(try Archive.contents(of: bytes).root.value == root)
    }
  }

  @Test(arguments: Format.ofArchives) func aCheckVerifiesTheDigest(format: Format) throws {
    let bytes = try Archive.data(of: Document("wine"), type: "T", as: format)
    var input = try Input(.bytes(bytes), as: format)
    try input.check()
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: "wine".utf8) })
    var damaged = bytes
    damaged[place] = UInt8(ascii: "v")
    var other = try Input(.bytes(damaged), as: format)
    let error = #expect(throws: DecantError.self) { try other.check() }
    let problem = error?.problem.specific(DecantError.ArchiveProblem.self)
    guard case .digestMismatch = problem else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func eachArchiveOfAStreamIsVerified() throws {
    let good = try Archive.data(of: Document("wine"), type: "T", as: .jsonLines)
    let bad = Array(String(decoding: good, as: UTF8.self).replacing("wine", with: "vine").utf8)
    var input = try Input(.bytes(good + bad + good + bad), as: .jsonLines)
    let reports = Reports()
    var options = ReadingOptions()
    options.badRecords = reports.skipping
    try input.check(options)
    #expect(reports.all.map { $0.position?.line } == [2, 4])
  }
}

extension String {
  fileprivate func components(of text: String) -> Int {
    ranges(of: text).count
  }
}
