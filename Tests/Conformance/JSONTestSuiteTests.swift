import Testing

@testable import Decant

@Suite struct JSONTestSuiteTests {
}
