extension MappingKeys {
  /// Drops all keys but those of the open mappings, which detect duplicates.
  ///
  /// The budget becomes at least twice what is kept: time stays linear, memory proportional to the open mappings.
  mutating func compact() {
    let oldEntries = exchange(&entries, for: Buffer(capacity: 64))
    let oldKeys = exchange(&keys, for: Buffer(capacity: 1024))
    for header in [Self.root, Self.surplus] {
      entries.append(oldEntries[Int(header)])
      entries[Int(header)].child = -1
    }

    var isOpen = Set<Int32>()
    for index in 0..<open.count { isOpen.insert(open[index].header) }
    var moved = [Int32: Int32]()
    moved[Self.root] = Self.root
    moved[Self.surplus] = Self.surplus
    for index in 2..<oldEntries.count {
      var entry = oldEntries[index]
      let isSeen =
        isOpen.contains(entry.header)
        && entry.stamp == oldEntries[Int(entry.header)].stamp
      guard isSeen else { continue }
      let length = Int(entry.keyLength)
      let start = Int(entry.keyOffset)
      entry.keyOffset = UInt32(keys.count)
      if entry.header != index {
        oldKeys.withBytes {
          keys.append(contentsOf: $0.extracting(start..<start + length + Self.keyPadding))
        }
      }
      moved[Int32(index)] = Int32(entries.count)
      if entry.header == index { entry.detail = 0 }
      entries.append(entry)
    }
    for index in 2..<entries.count {
      let header = moved[entries[index].header] ?? Self.root
      entries[index].header = header
      if Int(header) != index { entries[Int(header)].detail += 1 }
      entries[index].next = moved[entries[index].next] ?? -1
      entries[index].child = moved[entries[index].child] ?? -1
    }
    for index in 0..<open.count {
      open[index].header = moved[open[index].header] ?? Self.root
      open[index].last = moved[open[index].last] ?? Self.root
    }
    relinkOpenPlaces()
    resetIndex()
    budget = max(1 << 20, 2 * (entries.count * 48 + keys.count))
  }

  /// Restores the links from the parent of each open mapping to its header, which `compact()` may have reset.
  private mutating func relinkOpenPlaces() {
    for index in 0..<open.count {
      let header = open[index].header
      entries[parent(of: index)].child = header
    }
  }
}

private func exchange<T: ~Copyable>(_ value: inout T, for new: consuming T) -> T {
  let old = value
  value = new
  return old
}
