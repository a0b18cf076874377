import DecantTestSupport
import Foundation
import Testing

private func succeeds(_ command: String) -> Bool {
  (try? Scratch().shell(command).status) == 0
}

/// The static executable for Linux in `DECANT_DIRECTORY`; it requires an archive of libyaml.
@Suite(
  .enabled(if: Binary.isShipped, "not built"),
  .enabled(
    if: succeeds(#"test -e "$(pkg-config --variable=libdir yaml-0.1)/libyaml.a""#), "no archive"),
  .enabled(if: succeeds("test $(uname) = Linux"), "Linux only"))
struct ShippedExecutableTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func isStatic() throws {
    let outcome = try scratch.shell("ldd \(Binary.path) 2>&1")
    #expect(outcome.output.contains("not a dynamic executable"))
  }

  /// The root has no settings, locales, time zones, devices or users, only /proc for arguments.
  @Test(.enabled(if: succeeds("unshare -m true"), "only root may mount /proc in another root"))
  func convertsInAnEmptyRoot() throws {
    try scratch.write(
      """
      PATH=$PATH:/usr/sbin
      mkdir -p root/proc && mount --bind /proc root/proc && cp \(Binary.path) root/decant
      printf 'when: 2026-11-21\\nwords: [é, &a "x\\\\ty", *a]\\n' >root/in.yaml
      chroot=$(command -v chroot)
      run() { env -i "$chroot" root /decant "$@"; }
      run -c in.yaml -t json
      printf '{"n":1.10}' | run -t xml1 -o out.plist && run --at /n out.plist -t json
      printf '1\\n2\\n3\\n' | run -f jsonl --jobs 2
      printf '[' | run -f json; echo $?

      """, to: "script")
    let outcome = try scratch.shell("unshare -m sh script")
    #expect(
      outcome.output == """
        {"when":"2026-11-21","words":["é","x\\ty","x\\ty"]}
        1.10
        1
        2
        3
        65

        """)
    #expect(outcome.errors.contains("<stdin>:1:1: error: "))
  }
}
