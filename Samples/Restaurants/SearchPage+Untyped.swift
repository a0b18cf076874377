import Decant

/// The same page, parsed by hand.
///
/// A `Value` is a mapping, a sequence, a string, a number, …; pattern matching unwraps it.
extension SearchPage {
  init(_ page: Value) throws(DecantError) {
    let page = Part(page)
    query = try page.string("query")
    resultsCount = try page.integer("results_count")
    self.page = try page.integer("page")

    results = []
    for element in try page.elements("results") {
      results.append(try Restaurant(element))
    }
    guard self.page >= 1 else {
      throw page.invalid("page", "pages count from 1, and this is \(self.page)")
    }
    guard results.count <= resultsCount else {
      throw page.invalid(
        "results_count",
        "\(resultsCount) results on all pages, and \(results.count) on this one")
    }
  }
}

extension Restaurant {
  fileprivate init(_ part: Part) throws(DecantError) {
    name = try part.string("name")
    coordinates = try Coordinates(part.member("coordinates"))
    meals = []
    for element in try part.elements("meals") {
      guard case .string(let name) = element.value else {
        throw element.invalid("a meal is a string")
      }
      guard let meal = Meal(rawValue: name) else {
        throw element.invalid(Meal.refusal(of: name))
      }
      meals.insert(meal)
    }
  }
}

extension Coordinates {
  fileprivate init(_ part: Part) throws(DecantError) {
    latitude = try part.number("lat")
    longitude = try part.number("lng")
    switch (latitude, longitude) {
    case (Self.latitudes, Self.longitudes): break
    case (Self.latitudes, _):
      throw part.invalid("lng", Self.refusal(of: longitude, as: .longitude, Self.longitudes))
    default:
      throw part.invalid("lat", Self.refusal(of: latitude, as: .latitude, Self.latitudes))
    }
  }
}
