/// A place to eat.
///
///     {"name": "Zum Anker", "coordinates": {"lat": 48.4, "lng": 10.0}, "meals": ["lunch", "dinner"]}
struct Restaurant: Decodable, Hashable {
  var name: String
  var coordinates: Coordinates
  var meals: Set<Meal>

  enum CodingKeys: String, CodingKey {
    case name, coordinates, meals
  }
}

extension Restaurant: Encodable {
  /// A set has no stable order, so the meals are sorted.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(coordinates, forKey: .coordinates)
    try container.encode(Meal.allCases.filter(meals.contains), forKey: .meals)
  }
}
