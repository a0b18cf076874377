package import DecantConversion
internal import DecantCore

/// What identifies the elements of lists, as far as it does not show: keys that a user or a known kind of document names.
package struct IdentifyingKeys: Sendable {
  private struct Rule {
    let path: FollowedPaths
    /// Paths in an element; empty for a set of scalars.
    let keys: [DocumentPointer]

    init(_ path: PathPattern, _ keys: [DocumentPointer]) {
      self.path = FollowedPaths([path.followed])
      self.keys = keys
    }
  }

  private var declared: [Rule] = []
  private var known: [Rule] = []

  package init() {}

  /// Identifies the elements of the lists at a path by what is at `keys` in each of them.
  package mutating func identify(_ path: PathPattern, by keys: [DocumentPointer]) {
    declared.append(Rule(path, keys))
  }

  /// Takes the lists at a path for sets.
  package mutating func unite(_ path: PathPattern) {
    declared.append(Rule(path, []))
  }

  /// Returns the paths in the elements of a list that identify these, if they do; empty if there are none.
  ///
  /// The elements of a stream are documents, whose paths begin with their number.
  func keys(
    at list: [KeyText], ofStream: Bool, ifTheyIdentify: ([DocumentPointer]) -> Bool
  ) -> [DocumentPointer] {
    let path = Array(list.dropFirst(ofStream ? 1 : 0))
    let rule = (declared + known).first { !$0.keys.isEmpty && $0.path.leads(to: path) }
    let candidates = [rule?.keys ?? []] + (ofStream && list.isEmpty ? [Self.documents] : [])
    return candidates.first(where: ifTheyIdentify) ?? []
  }

  /// Whether the list is a set: the additions of two sides have no order.
  func isSet(at list: [KeyText]) -> Bool {
    (declared + known).contains { $0.keys.isEmpty && $0.path.leads(to: list) }
  }
}

// MARK: - Known kinds of documents

extension IdentifyingKeys {
  /// A kind of document, which has these keys at its root, and its lists.
  private struct Kind {
    let rootKeys: [String]
    let lists: [(path: String, keys: [String])]
  }

  private static let kinds = [
    // Kubernetes
    Kind(
      rootKeys: ["apiVersion", "kind"],
      lists: [
        ("/**/containers", ["/name"]), ("/**/initContainers", ["/name"]),
        ("/**/env", ["/name"]), ("/**/volumes", ["/name"]),
        ("/**/volumeMounts", ["/mountPath"]), ("/**/imagePullSecrets", ["/name"]),
        ("/**/containers/*/ports", ["/containerPort", "/protocol"]),
        ("/spec/ports", ["/port", "/protocol"]),
      ]),
    // Cargo.lock
    Kind(rootKeys: ["version", "package"], lists: [("/package", ["/name", "/version"])]),
    // package.json
    Kind(rootKeys: ["name", "version"], lists: [("/keywords", []), ("/files", [])]),
    // Xcode projects
    Kind(
      rootKeys: ["archiveVersion", "objectVersion", "objects"],
      lists: [
        ("/objects/*/children", []), ("/objects/*/files", []), ("/objects/*/targets", []),
        ("/objects/*/dependencies", []), ("/objects/*/knownRegions", []),
        ("/objects/*/packageReferences", []), ("/objects/*/packageProductDependencies", []),
      ]),
  ]

  /// Returns these keys with those of the kind of document that has such keys at its root.
  func knowing(rootKeys: [Value]) -> IdentifyingKeys {
    let names = Set(rootKeys.compactMap(\.token))
    var result = self
    for kind in Self.kinds
    where kind.rootKeys.allSatisfy({ names.contains(KeyText($0)) }) {
      for list in kind.lists {
        guard let path = try? PathPattern(list.path) else { continue }
        let keys = list.keys.compactMap { DocumentPointer($0) }
        result.known.append(Rule(path, keys))
      }
    }
    return result
  }

  /// Documents of a stream that are known by their kind and name, as those of Kubernetes.
  static let documents = ["/kind", "/metadata/namespace", "/metadata/name"].compactMap {
    DocumentPointer($0)
  }
}

extension FollowedPaths {
  /// Whether a path leads through some names to a list.
  fileprivate func leads(to names: [KeyText]) -> Bool {
    isEnd(names.reduce(statesOfRoot) { states(from: $0, through: $1) })
  }
}
