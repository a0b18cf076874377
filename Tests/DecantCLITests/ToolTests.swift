import Testing

@testable import DecantCLI

@Suite struct ToolTests {
}
