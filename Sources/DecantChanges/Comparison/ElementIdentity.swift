internal import DecantCore

/// The rules by which an element of one list is an element of another one: the identity that `diff`, `merge` and `save` share.
///
/// The same element is, in this order,
///
/// 1. the one with the same values of the keys that the caller or a known kind of document names (`IdentifyingKeys`);
/// 2. an equal one;
/// 3. the one with the same scalar in a field that is in each element of all lists, and different in each of one list, if more
///    such fields say so than otherwise (`ElementField`).
///
/// Numbers that rise along a list are its order in disguise, and identify nothing; but an `id` that another element has is evidence
/// against. Nor does what elements of a short list have in common by chance: a text proves something among four elements, a number
/// among eight, a text of six characters and what is a name by convention anywhere. Fields have to say the same. A name that is
/// new is evidence against: it outweighs what is equal, or the element is not known. What these rules do not pair was deleted and
/// inserted, unless the caller takes what looks like it for it (`addSimilar`).
struct ElementIdentity {
  private let tape: VersionTape
  private let lists: [[Int]]
  /// Equal elements have equal numbers.
  let numbers: [[Int]]
  /// A number for the values of the named keys of each element; nil without such keys.
  private let names: [[Int]]?
  private lazy var fields = tape.telling(of: lists)

  /// Finds what identifies the elements of lists, of which each is a version of the same one.
  init(_ lists: [[Int]], named keys: [DocumentPointer] = [], on tape: VersionTape) {
    self.tape = tape
    self.lists = lists
    numbers = tape.numbers(of: lists.map { $0[...] })
    names = tape.names(by: keys, of: lists)
  }

  /// Returns which elements of one list are which ones of another list.
  mutating func pairs(from old: Int, to new: Int) -> ElementPairs {
    var pairs = ElementPairs(oldCount: lists[old].count, newCount: lists[new].count)
    if let names {
      add(named: names[old], names[new], &pairs)
      return pairs
    }
    let (olds, news) = (numbers[old], numbers[new])
    for pair in SequenceAlignment(olds[...], news[...]).pairs {
      pairs.add(old: pair.old, new: pair.new)
    }
    // Equal elements elsewhere were moved.
    var rest: [Int: [Int]] = [:]
    for index in pairs.newAlone.reversed() { rest[news[index], default: []].append(index) }
    for index in pairs.oldAlone {
      if let found = rest[olds[index]]?.popLast() { pairs.add(old: index, new: found) }
    }
    addIdentified(old, new, &pairs)
    return pairs
  }

  /// Pairs elements by the values of named keys, which differ in one list.
  private func add(named olds: [Int], _ news: [Int], _ pairs: inout ElementPairs) {
    let indices = Dictionary(uniqueKeysWithValues: zip(news, news.indices))
    for (index, number) in olds.enumerated() {
      if let found = indices[number] { pairs.add(old: index, new: found) }
    }
  }

  // MARK: Fields

  private mutating func addIdentified(_ old: Int, _ new: Int, _ pairs: inout ElementPairs) {
    guard !pairs.oldAlone.isEmpty, !pairs.newAlone.isEmpty else { return }
    var candidates: [Int: Int] = [:]
    var counts: [Int: Int] = [:]
    var (unclearOld, unclearNew): (Set<Int>, Set<Int>) = ([], [])
    for field in fields.values where field.isInAll {
      for (number, index) in field.indices[old] {
        guard let found = field.indices[new][number], pairs.newIndices[index] != found else {
          continue
        }
        let isOther = candidates[index].map { $0 != found } ?? false
        if isOther || pairs.newIndices[index] != nil || pairs.oldIndices[found] != nil {
          unclearOld.insert(index)
          unclearNew.insert(found)
        } else if candidates[index] == nil {
          candidates[index] = found
          counts[found, default: 0] += 1
        }
      }
    }
    for (index, found) in candidates
    where !unclearOld.contains(index) && !unclearNew.contains(found) && counts[found] == 1 {
      let evidence = evidence(old, index, new, found)
      guard evidence.isProof, evidence.for > evidence.against else { continue }
      pairs.add(old: index, new: found)
    }
  }

  /// What the fields of two elements say for and against their being the same one.
  private mutating func evidence(
    _ old: Int, _ index: Int, _ new: Int, _ found: Int
  ) -> (for: Int, against: Int, isProof: Bool) {
    var result = (for: 0, against: 0, isProof: false)
    for key in tape.textPairs(of: lists[old][index])?.keys ?? [] {
      guard let field = fields[key], let before = field.numbers[old][index],
        let after = field.numbers[new][found]
      else { continue }
      if before == after {
        result.for += field.isRising ? 0 : field.weight
        result.isProof = result.isProof || field.proves
      } else if field.refutes,
        (field.indices[new][before] == nil && field.indices[old][after] == nil) != field.isRising
      {
        result.against += field.weight
      }
    }
    return result
  }

  // MARK: Similar elements

  /// Adds pairs of elements of which each is the one most like the other between the same neighbours.
  ///
  /// It shows people what has probably changed, and never makes a merge clean. With `ifClear`, a pair is left out if fields say
  /// more against it than for it.
  mutating func addSimilar(
    from old: Int, to new: Int, ifClear: Bool = false, _ pairs: inout ElementPairs
  ) {
    for stretch in pairs.stretches {
      let (olds, news) = (
        stretch.old.filter { pairs.newIndices[$0] == nil },
        stretch.new.filter { pairs.oldIndices[$0] == nil }
      )
      let similarity = Similarity(evidence(of: olds, in: old), evidence(of: news, in: new))
      let found = olds.compactMap { index -> (old: Int, new: Int)? in
        similarity.best(of: index).map { (index, $0) }
      }
      // What crosses another pair may be either.
      let crossing = found.map(\.new).inverted
      for pair in found where !crossing.contains(pair.new) {
        if ifClear {
          let evidence = evidence(old, pair.old, new, pair.new)
          // One text that is no name proves nothing against it: versions and commands change.
          guard evidence.against < 2 || evidence.against < evidence.for else { continue }
        }
        pairs.add(old: pair.old, new: pair.new)
      }
    }
  }

  /// Returns the old elements that remain while a new element has all of their parts: either may be the old element.
  mutating func copied(from old: Int, to new: Int, _ pairs: ElementPairs) -> Set<Int> {
    let added = pairs.newAlone.filter { tape.elementKind(of: lists[new][$0]) != .scalar }
    guard !added.isEmpty else { return [] }
    let kept = lists[old].indices.filter { pairs.newIndices[$0] != nil }
    let olds = evidence(of: kept, in: old)
    let similarity = Similarity(olds, evidence(of: added, in: new))
    var copied: Set<Int> = []
    for (index, parts) in olds {
      for found in similarity.having(parts.parts.count, of: index)
      where evidence(old, index, new, found).against == 0 { copied.insert(index) }
    }
    return copied
  }

  /// Adds pairs of the rest between the same neighbors, in order, unless they have names.
  ///
  /// With `ifAsMany`, only if there are as many as before, so that each replaces one that was there.
  mutating func addInOrder(ifAsMany: Bool = false, _ pairs: inout ElementPairs) {
    guard names == nil, !fields.values.contains(where: { $0.isInAll && $0.proves }) else { return }
    for stretch in pairs.stretches {
      let olds = stretch.old.filter { pairs.newIndices[$0] == nil }
      let news = stretch.new.filter { pairs.oldIndices[$0] == nil }
      guard !ifAsMany || olds.count == news.count else { continue }
      for (old, new) in zip(olds, news) { pairs.add(old: old, new: new) }
    }
  }

  /// Returns what elements consist of, by their indices.
  func evidence(of indices: [Int], in list: Int) -> [Int: ElementEvidence] {
    Dictionary(uniqueKeysWithValues: indices.map { ($0, tape.evidence(of: lists[list][$0])) })
  }
}

extension ElementPairs {
  /// The pairs of two lists of values, as a person would see them.
  init(of old: [Value], and new: [Value]) throws(DecantError) {
    var tape = VersionTape()
    let lists = [try tape.add(.sequence(old)), try tape.add(.sequence(new))].map {
      tape.elements(of: $0) ?? []
    }
    var identity = ElementIdentity(lists, on: tape)
    self = identity.pairs(from: 0, to: 1)
    identity.addSimilar(from: 0, to: 1, &self)
    identity.addInOrder(ifAsMany: true, &self)
  }
}

/// How many parts elements of two lists have in common.
private struct Similarity {
  /// For each old index, how much each new one shares with it, and the other way round.
  private var shared: [Int: [Int: Int]] = [:]
  private var sharedOfNew: [Int: [Int: Int]] = [:]

  /// What more elements have shows nothing about one of them.
  private static let mostElements = 32

  init(_ olds: [Int: ElementEvidence], _ news: [Int: ElementEvidence]) {
    var indices: [UInt64: [Int]] = [:]
    for (index, evidence) in news {
      for part in evidence.parts { indices[part, default: []].append(index) }
    }
    var counts: [UInt64: Int] = [:]
    for part in olds.values.lazy.flatMap(\.parts) { counts[part, default: 0] += 1 }
    for (index, evidence) in olds {
      for part in evidence.parts {
        guard let found = indices[part], found.count <= Self.mostElements,
          counts[part, default: 0] <= Self.mostElements
        else { continue }
        for other in found where news[other]?.kind == evidence.kind {
          shared[index, default: [:]][other, default: 0] += 1
          sharedOfNew[other, default: [:]][index, default: 0] += 1
        }
      }
    }
  }

  /// Returns the new elements that share at least `count` parts with an old one.
  func having(_ count: Int, of old: Int) -> [Int] {
    (shared[old] ?? [:]).filter { $0.value >= count }.map(\.key)
  }

  /// Returns the new element that shares the most with an old one, if each of both is the only such element for the other.
  func best(of old: Int) -> Int? {
    guard let (new, count) = Self.only(shared[old]), let (back, _) = Self.only(sharedOfNew[new]),
      back == old, count > 0
    else { return nil }
    return new
  }

  private static func only(_ shared: [Int: Int]?) -> (index: Int, count: Int)? {
    guard let shared, let most = shared.values.max() else { return nil }
    let found = shared.filter { $0.value == most }
    guard found.count == 1, let first = found.first else { return nil }
    return (first.key, first.value)
  }
}
