import CYAML
import Testing

@Suite struct LibYAMLTests {
  @Test func libyamlLinksAndTellsItsVersion() {
    var major: Int32 = 0
    var minor: Int32 = 0
    var patch: Int32 = 0
    // SAFETY: libyaml writes to the three integers.
    unsafe yaml_get_version(&major, &minor, &patch)
    #expect((major, minor) >= (0, 2))
  }
}
