import DecantCommands
import DecantTestSupport
import Testing

/// Files in UTF-16 are merged as their text in UTF-8.
@Suite struct EncodedMergeTests {
  private static let files = """
    for file in 'base 1 1' 'ours 2 1' 'theirs 3 2'; do
      set -- $file
      printf 'a: %s\\nm: é\\nb: %s\\n' $2 $3 > $1-8.yaml
      iconv -f utf-8 -t utf-16 $1-8.yaml > $1.yaml
    done
    labels='--labels ours theirs'
    """

  @Test(arguments: ["", "--theirs", "--ours"])
  func mergesTextOfUTF16(option: String) throws {
    let script = """
      \(Self.files)
      decant merge \(option) $labels base.yaml ours.yaml theirs.yaml > new.yaml
      decant merge \(option) $labels base-8.yaml ours-8.yaml theirs-8.yaml > new-8.yaml
      iconv -f utf-8 -t utf-16 new-8.yaml | cmp - new.yaml
      """
    #expect(try Scratch().shell(script).status == 0)
  }

  @Test func solvesConflictsOfUTF16() throws {
    let script = """
      printf '<<<<<<< o\\na: 2\\n||||||| b\\na: 1\\n=======\\na: 3\\n>>>>>>> t\\né: 😀\\n' |
        iconv -f utf-8 -t utf-16 > marked.yaml
      decant merge --theirs -i marked.yaml
      iconv -f utf-16 -t utf-8 marked.yaml
      """
    #expect(try Scratch().shell(script).output == "a: 3\né: 😀\n")
  }
}
