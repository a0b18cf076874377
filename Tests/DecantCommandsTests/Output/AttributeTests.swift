import Decant

#if os(Linux)
  internal import CSystem
  import Foundation
  import Testing

  @testable import DecantCommands

  @Suite(.enabled(if: Attributes.areAtHand)) struct AttributeTests {
    let scratch: Scratch

    init() throws {
      scratch = try Scratch()
      try scratch.write("[1, 2]\n", to: "a.json")
      try scratch.write("[3]\n", to: "b.json")
      try scratch.write("old\n", to: "b.yaml")
    }

    @Test(arguments: [
      ("decant -i -c a.json", "a.json"),
      ("decant -i.old -c a.json", "a.json"),
      ("decant -o a.json b.json", "a.json"),
      ("decant -o link b.json", "a.json"),
      ("decant archive --type T -i a.json", "a.json"),
      ("decant migrate -q -t json -c --replace a.json", "a.json"),
      ("decant migrate -q -t yaml --force b.json", "b.yaml"),
    ])
    func areKept(command: String, name: String) throws {
      let path = "\(scratch.path)/\(name)"
      _ = try scratch.shell("chmod 640 \(name); ln -s a.json link")
      #expect(Attributes.set("user.tag", Array("décanté".utf8), of: path))
      #expect(Attributes.set("user.empty", [], of: path))
      #expect(Attributes.set("user.long", [UInt8](repeating: 7, count: 1000), of: path))
      #expect(Attributes.set(Attributes.accessList, Attributes.someList, of: path))
      let before = Attributes.all(of: path)
      #expect(before.count == 4)
      let mode = try scratch.shell("stat -c %a \(name)").output
      #expect(mode == "664\n")
      let text = try scratch.read(name)

      let outcome = try scratch.shell(command)
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(try scratch.read(name) != text)
      #expect(Attributes.all(of: path) == before)
      #expect(try scratch.shell("stat -c %a \(name)").output == mode)
    }

    @Test func areNotTakenFromTheFolder() throws {
      _ = try scratch.shell("chmod 640 a.json")
      try #require(Attributes.set(Attributes.defaultList, Attributes.someList, of: scratch.path))
      #expect(try scratch.shell("decant -i -c a.json").status == 0)
      #expect(Attributes.all(of: "\(scratch.path)/a.json") == [:])
      #expect(try scratch.shell("stat -c %a a.json").output == "640\n")
      #expect(try scratch.shell("decant -o new.json a.json").status == 0)
      #expect(Attributes.all(of: "\(scratch.path)/new.json").keys.contains(Attributes.accessList))
    }
  }

  private enum Attributes {
    static let accessList = "system.posix_acl_access"
    static let defaultList = "system.posix_acl_default"

    /// An access list in the kernel's format: a version, then tag, permissions and user per entry.
    static let someList: [UInt8] = [
      2, 0, 0, 0,
      0x01, 0, 6, 0, 0xFF, 0xFF, 0xFF, 0xFF,  // the owner: rw-
      0x02, 0, 4, 0, 0xD2, 0x04, 0x00, 0x00,  // user 1234: r--
      0x04, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF,  // the group: ---
      0x10, 0, 6, 0, 0xFF, 0xFF, 0xFF, 0xFF,  // the mask: rw-
      0x20, 0, 4, 0, 0xFF, 0xFF, 0xFF, 0xFF,  // others: r--
    ]

    static let areAtHand: Bool = {
      guard let scratch = try? Scratch(), (try? scratch.write("", to: "x")) != nil else {
        return false
      }
      let path = "\(scratch.path)/x"
      let areAtHand = set("user.x", [1], of: path) && set(accessList, someList, of: path)
      if !areAtHand { print("not at hand: a file system with extended attributes") }
      return areAtHand
    }()

    static func set(_ name: String, _ value: [UInt8], of path: String) -> Bool {
      unsafe value.withUnsafeBytes {
        unsafe setxattr(path, name, $0.baseAddress, $0.count, 0) == 0
      }
    }

    /// Returns all attributes of a file except for security labels.
    static func all(of path: String) -> [String: [UInt8]] {
      var names = [CChar](repeating: 0, count: 4096)
      let count = unsafe names.withUnsafeMutableBufferPointer {
        unsafe listxattr(path, $0.baseAddress, $0.count)
      }
      var result: [String: [UInt8]] = [:]
      for bytes in names.prefix(max(0, count)).split(separator: 0) {
        let name = String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard !name.hasPrefix("security.") else { continue }
        var value = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe value.withUnsafeMutableBytes {
          unsafe getxattr(path, name, $0.baseAddress, $0.count)
        }
        result[name] = Array(value.prefix(max(0, count)))
      }
      return result
    }
  }
#endif
