import DecantTestSupport
import Testing
import Decant
import DecantCore

@Suite struct ValueRoundTripTests {
  @Test func comesBackFromJSONAsItWent() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let value = RandomValue.value(&generator)
      for indentation in [Indentation.compact, .tab, .spaces(3)] {
        for isASCII in [false, true] {
          var options = WritingOptions()
          options.indentation = indentation
          options.ascii = isASCII
          let text = try value.text(as: .json, options: options)
          let back = try Value(parsing: text, as: .json)
          #expect(back == value)
          #expect(back.description == value.description, "order and lexemes")
        }
      }
    }
  }

  @Test func comesBackFromTheGreatestDepthThatReadersAllow() throws {
    var value: Value = 1
    for level in 0..<1000 {
      value = level.isMultiple(of: 2) ? [value, 2] : ["k": value, "l": nil]
    }
    let back = try Value(parsing: value.text(as: .json), as: .json)
    #expect(back == value)
    #expect(back.description == value.description)
  }

  @Test func comesBackFromManyBatches() throws {
    for count in EventBatch.usualCount - 3...EventBatch.usualCount + 3 {
      var mapping = Mapping()
      for index in 0..<count { mapping["k\(index)"] = index.isMultiple(of: 5) ? [1] : 2 }
      let value: Value = [.sequence(Array(repeating: 0, count: count)), .mapping(mapping)]
      let back = try Value(parsing: value.text(as: .json), as: .json)
      #expect(back.description == value.description)
    }
  }

  @Test func comesThroughSortingAndDocumentsAsItWent() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      let value = RandomValue.value(&generator)
      var plan = Plan(to: .json)
      plan.keyOrder = .byBytes
      let sorted = try Value(parsing: try value.encoded(by: plan), as: .json)
      #expect(sorted == value)
      #expect(try Document(value).value.description == value.description)
      #expect(Set([value, sorted]).count == 1)
    }
  }
}
