import DecantTestSupport
import Foundation
import Testing

/// Parts of archives: paths lead through references to instances.
@Suite struct ArchivePartTests {
  /// Anchors of documents that contain themselves are instances; `b` comes before its definition among sorted keys.
  static let graph = """
    z: &root
      name: root
      items:
      - {name: first, owner: *root, peer: &peer {name: peer, owner: *root, me: *root}}
      - {name: second, owner: *root, loop: &loop {name: loop, next: *loop}}
      data: {$id: urn:x, $ref: 5, $class: C, name: data}
    b: *root
    c: [*root, *loop]
    """

  /// Follows random paths of the graph that PyYAML reads, in which an alias is the same object.
  static let oracle = """
    import json, random, sys, yaml
    root = yaml.safe_load(open(sys.argv[1]))
    random.seed(7)
    paths = {}
    while len(paths) < 60:
        node, path = root, ''
        for _ in range(9):
            if not isinstance(node, (dict, list)):
                break
            key = random.choice(list(node) if isinstance(node, dict) else range(len(node)))
            node, path = node[key], '%s/%s' % (path, key)
        if not isinstance(node, (dict, list)):
            paths[path] = node
    for path, value in sorted(paths.items()):
        print('%s\\t%s' % (path, value))
    """

  @Test(arguments: ["json", "yaml", "xml1", "cbor", "toml", "openstep"])
  func pathsLeadThroughReferences(format: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.graph, to: "graph.yaml")
    try scratch.write(Self.oracle, to: "oracle.py")
    let lines = try scratch.shell("python3 oracle.py graph.yaml").output.split(separator: "\n")
    #expect(lines.count == 60)
    let sorted = try scratch.shell(
      """
      decant archive --type T -t \(format) -o plain graph.yaml && decant -t \(format) -S plain >sorted
      decant check plain sorted && cat plain
      """)
    #expect(sorted.status == 0 && sorted.errors == "", "\(sorted.errors)")
    let script = lines.enumerated().map { index, line in
      let path = line.split(separator: "\t")[0]
      let file = index.isMultiple(of: 2) ? "plain" : "sorted"
      return index.isMultiple(of: 3)
        ? "decant --at '/$root\(path)' -t json -c \(file) | tr -d '\"'"
        : "decant get '/$root\(path)' \(file)"
    }
    let run = try scratch.shell(script.joined(separator: "\n"))
    let values = run.output.split(separator: "\n").map(String.init)
    #expect(run.errors == "", "\(run.errors)")
    #expect(values == lines.map { String($0.split(separator: "\t")[1]) })
  }

  @Test func aReferenceInsideOfItsInstanceStaysOne() throws {
    let scratch = try Scratch()
    try scratch.write(Self.graph, to: "graph.yaml")
    let run = try scratch.shell(
      """
      decant archive --type T -t json graph.yaml >a
      decant get '/$root/c/1' a; decant get '/$root/b/items/1/loop/next' a
      decant --at '/$root/z/data' -t json -c a
      """)
    let loop = #"{"$id":2,"name":"loop","next":{"$ref":2}}"#
    #expect(
      run.output == "\(loop)\n\(loop)\n"
        + #"{"$id":"urn:x","$ref":5,"$class":"C","name":"data"}"# + "\n")
  }
}
