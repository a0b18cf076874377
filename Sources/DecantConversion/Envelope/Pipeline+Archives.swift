package import DecantCore

/// The treatment of archives, whose digests must stay valid.
///
/// An archive is recognized by its content, before its reader is made. It contains the types of its values, so it is read
/// and written as tagged, whatever the plan's fidelity, unless only a part of it is written. A typed conversion decodes
/// archives like other documents.
extension Pipeline {
  /// Returns the route of an input, of which it may read ahead.
  mutating func route(of input: inout Input) throws(DecantError) -> Route {
    guard plan.transform == nil else { return ordinary }
    let isArchive = try input.beginsArchive()
    do throws(DecantError) {
      return try route(ofArchive: isArchive, at: input.window.origin + input.window.position)
    } catch {
      throw error.located(in: input.window, named: input.name)
    }
  }

  /// Returns the route of a document; throws if the plan would invalidate the digest of the archive at `offset`.
  mutating func route(
    ofArchive isArchive: Bool, at offset: Int
  ) throws(DecantError) -> Route {
    guard isArchive, plan.transform == nil else { return ordinary }
    if plan.writesWhole {
      if plan.target.refines != nil {
        throw DecantError(.archive(.inKeyedArchive), offset: offset)
      }
      if plan.keyStyle != nil { throw DecantError(.archive(.keysInStyle), offset: offset) }
    }
    return routeOfArchives()
  }

  /// Returns the route of archives, which it makes for the first one.
  mutating func routeOfArchives() -> Route {
    if let archives { return archives }
    let route = plan.makeRouteOfArchives(after: stages)
    archives = route
    return route
  }
}

extension Plan {
  /// The paths to the parts of an archive that are written.
  private var pathsToParts: [NeededPath] {
    [pointer.map { NeededPath($0) }, path.map { NeededPath($0) }].compactMap(\.self)
  }

  fileprivate var writesWhole: Bool {
    (pointer?.tokens.isEmpty ?? true) && gathering != .split
  }

  fileprivate func makeRouteOfArchives(after stages: [any EventStage]) -> Route {
    var tagged = self
    tagged.reading = reading.ofArchives
    tagged.fidelity = .tagged
    if !writesWhole { tagged.reading.instancePaths = pathsToParts }
    return Route(tagged.reading, guardedBy: writesWhole ? tagged : self, after: stages)
  }
}

extension ReadingOptions {
  /// The options for archives, whose content must not depend on the caller's options.
  package var ofArchives: ReadingOptions {
    var options = adapted(to: .tagged)
    options.needs.insert(.archive)
    return options
  }

  /// The options for an input that is one archive.
  var ofOneArchive: ReadingOptions {
    var options = ofArchives
    options.badRecords = .stop
    options.needs.formUnion([.expandedAliases, .boundedCopies])
    return options
  }
}
