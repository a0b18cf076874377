/// The notices that the licenses of linked libraries require, and the text of the LGPL.
///
/// They are part of the executable because it is often copied without any other file.
enum Licenses {
  static var text: String {
    let files = [PackageResources.notices_txt, PackageResources.LGPL_2_1_txt]
    return files.map { String(decoding: $0, as: UTF8.self) }.joined()
  }
}
