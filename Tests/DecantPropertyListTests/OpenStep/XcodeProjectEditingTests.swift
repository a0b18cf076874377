import DecantTestSupport
import Testing
import Decant

/// Edits of a project in the notation of Xcode: sections by class, comments beside identifiers, objects on one line.
@Suite struct XcodeProjectEditingTests {
  private func edited(_ edits: [DocumentEdit], _ text: String = project) throws -> String {
    var editor = try DocumentEditor(Array(text.utf8), as: .openStepPropertyList)
    try editor.apply(edits)
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  private func set(_ path: String, _ yaml: String) throws -> DocumentEdit {
    .set(try PathPattern(path), .document(try Document(parsing: yaml, as: .yaml)))
  }

  private func append(_ path: String, _ text: String) throws -> DocumentEdit {
    .append(try PathPattern(path), .document(try Document(.string(text))))
  }

  /// The project as it is, without and with parts that are new.
  @Test func addsAFile() throws {
    let reference = "{isa: PBXFileReference, lastKnownFileType: sourcecode.swift, path: util.swift}"
    let new = try edited([
      // What refers to an object may precede it.
      append("/objects/A400000000000000000000A1/children", "A200000000000000000000B1"),
      append("/objects/A600000000000000000000A1/files", "A100000000000000000000B1"),
      set("/objects/A200000000000000000000B1", reference),
      set(
        "/objects/A100000000000000000000B1",
        "{isa: PBXBuildFile, fileRef: A200000000000000000000B1, settings: {ATTRIBUTES: [Weak]}}"),
    ])
    let expected = Self.project
      .replacing(
        "\t\tA100000000000000000000C1",
        with:
          "\t\tA100000000000000000000B1 /* util.swift in Sources */ = {isa = PBXBuildFile; fileRef = A200000000000000000000B1 /* util.swift */; settings = {ATTRIBUTES = (Weak, ); }; };\n\t\tA100000000000000000000C1",
        maxReplacements: 1
      )
      .replacing(
        "\t\tA200000000000000000000C1",
        with:
          "\t\tA200000000000000000000B1 /* util.swift */ = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = util.swift; };\n\t\tA200000000000000000000C1",
        maxReplacements: 1
      )
      .replacing(
        "\t\t\t\tA400000000000000000000B1 /* Products */,\n",
        with:
          "\t\t\t\tA400000000000000000000B1 /* Products */,\n\t\t\t\tA200000000000000000000B1 /* util.swift */,\n"
      )
      .replacing(
        "\t\t\t\tA100000000000000000000A1 /* main.swift in Sources */,\n",
        with:
          "\t\t\t\tA100000000000000000000A1 /* main.swift in Sources */,\n\t\t\t\tA100000000000000000000B1 /* util.swift in Sources */,\n"
      )
    #expect(new == expected)
  }

  @Test func makesSections() throws {
    let new = try edited([
      set(
        "/objects/B2",
        "{isa: PBXTargetDependency, target: A500000000000000000000A1, targetProxy: B1}"),
      set(
        "/objects/B1",
        "{isa: PBXContainerItemProxy, containerPortal: A900000000000000000000A1, remoteGlobalIDString: A500000000000000000000A1}"
      ),
      append("/objects/A500000000000000000000A1/dependencies", "B2"),
      set("/objects/B4", "{isa: XCZ, name: b}"), set("/objects/B5", "{isa: XCY, name: a}"),
      set("/objects/B3", "{isa: XCZ, name: a b}"),
    ])
    let dependency = """
      /* Begin PBXTargetDependency section */
      \t\tB2 /* PBXTargetDependency */ = {
      \t\t\tisa = PBXTargetDependency;
      \t\t\ttarget = A500000000000000000000A1 /* Tool */;
      \t\t\ttargetProxy = B1 /* PBXContainerItemProxy */;
      \t\t};
      /* End PBXTargetDependency section */


      """
    let proxy = """
      /* Begin PBXContainerItemProxy section */
      \t\tB1 /* PBXContainerItemProxy */ = {
      \t\t\tisa = PBXContainerItemProxy;
      \t\t\tcontainerPortal = A900000000000000000000A1 /* Project object */;
      \t\t\tremoteGlobalIDString = A500000000000000000000A1;
      \t\t};
      /* End PBXContainerItemProxy section */


      """
    let last = """

      /* Begin XCY section */
      \t\tB5 /* a */ = {
      \t\t\tisa = XCY;
      \t\t\tname = a;
      \t\t};
      /* End XCY section */

      /* Begin XCZ section */
      \t\tB3 /* a b */ = {
      \t\t\tisa = XCZ;
      \t\t\tname = "a b";
      \t\t};
      \t\tB4 /* b */ = {
      \t\t\tisa = XCZ;
      \t\t\tname = b;
      \t\t};
      /* End XCZ section */

      """
    let expected = Self.project
      .replacing("/* Begin XCBuildConf", with: dependency + "/* Begin XCBuildConf")
      .replacing("/* Begin PBXFileRef", with: proxy + "/* Begin PBXFileRef")
      .replacing(
        "dependencies = (\n",
        with: "dependencies = (\n\t\t\t\tB2 /* PBXTargetDependency */,\n"
      )
      .replacing(
        "/* End XCConfigurationList section */\n",
        with: "/* End XCConfigurationList section */\n" + last)
    #expect(new == expected)
  }

  /// Each object that is removed, and then set to what it was, is where it was and as it was.
  @Test func restoresEachObject() throws {
    let project = try Document(parsing: Self.project, as: .openStepPropertyList)
    let objects = try #require(project.root.pairs.first { $0.key.text == "objects" }?.value)
    for (key, object) in objects.pairs {
      let identifier = try #require(key.text)
      // The name of a project is that of its file.
      if identifier == "A800000000000000000000B1" { continue }
      let path = try PathPattern("/objects/\(identifier)")
      let without = try edited([.delete(path)])
      #expect(!without.contains("\n\t\t\(identifier) "))
      let isa = try #require(object.pairs.first { $0.key.text == "isa" }?.value.text)
      let isOnly = Self.project.split(separator: "isa = \(isa);").count == 2
      #expect(without.contains("Begin \(isa) ") != isOnly)
      let again = try edited([.set(path, .document(try Document(copying: object)))], without)
      // Only the name of the project is not in the file.
      let expected =
        isa == "PBXProject"
        ? Self.project.replacing(
          #" /* Build configuration list for PBXProject "Tool" */;"#, with: ";")
        : Self.project
      #expect(again == expected, "\(identifier)")
    }
    let none = try edited([.delete(try PathPattern("/objects/*"))])
    #expect(none.contains("\tobjects = {\n\n\t};\n"))
  }

  /// Another tool has written the file, which has no comments.
  @Test func addsNoCommentsWhereSomeAreMissing() throws {
    let old = Self.project.replacing(
      "A900000000000000000000A1 /* Project object */;", with: "A900000000000000000000A1;")
    let new = try edited(
      [append("/objects/A400000000000000000000A1/children", "A500000000000000000000A1")], old)
    #expect(new.contains("\t\t\t\tA500000000000000000000A1,\n"))
  }

  @Test func keepsPlainPropertyLists() throws {
    let old = Self.project.replacing("// !$*UTF8*$!\n", with: "")
    let new = try edited([set("/objects/B1", "{isa: PBXBuildFile, list: [a]}")], old)
    #expect(
      new.contains(
        "\t\tB1 = {\n\t\t\tisa = PBXBuildFile;\n\t\t\tlist = (\n\t\t\t\ta\n\t\t\t);\n\t\t};\n"))
  }

  private static let project = """
    // !$*UTF8*$!
    {
    \tarchiveVersion = 1;
    \tclasses = {
    \t};
    \tobjectVersion = 77;
    \tobjects = {

    /* Begin PBXBuildFile section */
    \t\tA100000000000000000000A1 /* main.swift in Sources */ = {isa = PBXBuildFile; fileRef = A200000000000000000000A1 /* main.swift */; };
    \t\tA100000000000000000000C1 /* Kit.framework in Frameworks */ = {isa = PBXBuildFile; fileRef = A200000000000000000000C1 /* Kit.framework */; settings = {ATTRIBUTES = (Weak, ); }; };
    /* End PBXBuildFile section */

    /* Begin PBXFileReference section */
    \t\tA200000000000000000000A1 /* main.swift */ = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = main.swift; sourceTree = "<group>"; };
    \t\tA200000000000000000000C1 /* Kit.framework */ = {isa = PBXFileReference; lastKnownFileType = wrapper.framework; path = Kit.framework; sourceTree = "<group>"; };
    \t\tA200000000000000000000D1 /* Tool */ = {isa = PBXFileReference; explicitFileType = "compiled.mach-o.executable"; includeInIndex = 0; path = Tool; sourceTree = BUILT_PRODUCTS_DIR; };
    /* End PBXFileReference section */

    /* Begin PBXFrameworksBuildPhase section */
    \t\tA300000000000000000000A1 /* Frameworks */ = {
    \t\t\tisa = PBXFrameworksBuildPhase;
    \t\t\tbuildActionMask = 2147483647;
    \t\t\tfiles = (
    \t\t\t\tA100000000000000000000C1 /* Kit.framework in Frameworks */,
    \t\t\t);
    \t\t\trunOnlyForDeploymentPostprocessing = 0;
    \t\t};
    /* End PBXFrameworksBuildPhase section */

    /* Begin PBXGroup section */
    \t\tA400000000000000000000A1 = {
    \t\t\tisa = PBXGroup;
    \t\t\tchildren = (
    \t\t\t\tA200000000000000000000A1 /* main.swift */,
    \t\t\t\tA400000000000000000000B1 /* Products */,
    \t\t\t);
    \t\t\tsourceTree = "<group>";
    \t\t};
    \t\tA400000000000000000000B1 /* Products */ = {
    \t\t\tisa = PBXGroup;
    \t\t\tchildren = (
    \t\t\t\tA200000000000000000000D1 /* Tool */,
    \t\t\t\tA200000000000000000000C1 /* Kit.framework */,
    \t\t\t);
    \t\t\tname = Products;
    \t\t\tsourceTree = "<group>";
    \t\t};
    /* End PBXGroup section */

    /* Begin PBXNativeTarget section */
    \t\tA500000000000000000000A1 /* Tool */ = {
    \t\t\tisa = PBXNativeTarget;
    \t\t\tbuildConfigurationList = A800000000000000000000A1 /* Build configuration list for PBXNativeTarget "Tool" */;
    \t\t\tbuildPhases = (
    \t\t\t\tA600000000000000000000A1 /* Sources */,
    \t\t\t\tA300000000000000000000A1 /* Frameworks */,
    \t\t\t);
    \t\t\tbuildRules = (
    \t\t\t);
    \t\t\tdependencies = (
    \t\t\t);
    \t\t\tname = Tool;
    \t\t\tproductName = Tool;
    \t\t\tproductReference = A200000000000000000000D1 /* Tool */;
    \t\t\tproductType = "com.apple.product-type.tool";
    \t\t};
    /* End PBXNativeTarget section */

    /* Begin PBXProject section */
    \t\tA900000000000000000000A1 /* Project object */ = {
    \t\t\tisa = PBXProject;
    \t\t\tattributes = {
    \t\t\t\tTargetAttributes = {
    \t\t\t\t\tA500000000000000000000A1 = {
    \t\t\t\t\t\tCreatedOnToolsVersion = 16.0;
    \t\t\t\t\t};
    \t\t\t\t};
    \t\t\t};
    \t\t\tbuildConfigurationList = A800000000000000000000B1 /* Build configuration list for PBXProject "Tool" */;
    \t\t\tmainGroup = A400000000000000000000A1;
    \t\t\tprojectDirPath = "";
    \t\t\tprojectRoot = "";
    \t\t\ttargets = (
    \t\t\t\tA500000000000000000000A1 /* Tool */,
    \t\t\t);
    \t\t};
    /* End PBXProject section */

    /* Begin PBXSourcesBuildPhase section */
    \t\tA600000000000000000000A1 /* Sources */ = {
    \t\t\tisa = PBXSourcesBuildPhase;
    \t\t\tbuildActionMask = 2147483647;
    \t\t\tfiles = (
    \t\t\t\tA100000000000000000000A1 /* main.swift in Sources */,
    \t\t\t);
    \t\t\trunOnlyForDeploymentPostprocessing = 0;
    \t\t};
    /* End PBXSourcesBuildPhase section */

    /* Begin XCBuildConfiguration section */
    \t\tA700000000000000000000A1 /* Debug */ = {
    \t\t\tisa = XCBuildConfiguration;
    \t\t\tbuildSettings = {
    \t\t\t\tPRODUCT_NAME = "$(TARGET_NAME)";
    \t\t\t\tSWIFT_VERSION = 6.0;
    \t\t\t};
    \t\t\tname = Debug;
    \t\t};
    \t\tA700000000000000000000B1 /* Debug */ = {
    \t\t\tisa = XCBuildConfiguration;
    \t\t\tbuildSettings = {
    \t\t\t\tALWAYS_SEARCH_USER_PATHS = NO;
    \t\t\t};
    \t\t\tname = Debug;
    \t\t};
    /* End XCBuildConfiguration section */

    /* Begin XCConfigurationList section */
    \t\tA800000000000000000000A1 /* Build configuration list for PBXNativeTarget "Tool" */ = {
    \t\t\tisa = XCConfigurationList;
    \t\t\tbuildConfigurations = (
    \t\t\t\tA700000000000000000000A1 /* Debug */,
    \t\t\t);
    \t\t\tdefaultConfigurationIsVisible = 0;
    \t\t\tdefaultConfigurationName = Debug;
    \t\t};
    \t\tA800000000000000000000B1 /* Build configuration list for PBXProject "Tool" */ = {
    \t\t\tisa = XCConfigurationList;
    \t\t\tbuildConfigurations = (
    \t\t\t\tA700000000000000000000B1 /* Debug */,
    \t\t\t);
    \t\t\tdefaultConfigurationIsVisible = 0;
    \t\t\tdefaultConfigurationName = Debug;
    \t\t};
    /* End XCConfigurationList section */
    \t};
    \trootObject = A900000000000000000000A1 /* Project object */;
    }

    """
}
