class Decant < Formula
  desc "Convert JSON, YAML and property lists without losing data"
  homepage "@URL@"
  url "@URL@/releases/download/v@VERSION@/decant-@VERSION@.tar.gz"
  sha256 "@SHA256@"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.4", :build]
  depends_on "libyaml"
  depends_on macos: :tahoe

  uses_from_macos "swift" => :build, since: :tahoe

  def install
    ENV["DECANT_COMMIT"] = "@COMMIT@"
    args = ["--disable-sandbox", "--configuration", "release", "--disable-default-traits"]
    args << "--static-swift-stdlib" if OS.linux?
    system "swift", "build", *args, "--product", "decant"
    bin.install ".build/release/decant"
    man1.install Dir["man/*.1"]
    man5.install Dir["man/*.5"]
    man7.install Dir["man/*.7"]
    generate_completions_from_executable(bin/"decant", "completions")
  end

  test do
    assert_equal "price: 1.10\n", pipe_output("#{bin}/decant -f json -t yaml", '{"price":1.10}', 0)
  end
end
