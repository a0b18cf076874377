/// Python's modules for CBOR and MessagePack, over random values.
///
/// As a *writer*, such an oracle reads seeds, one per line, and writes for each the bytes of a value in hexadecimal, and the
/// value in decant's tagged JSON. As a *reader*, it reads seeds and bytes, and writes `1` if these are that value, else
/// what it read instead.
extension Oracle {
  public static let cbor2Writer = randomValues("cbor2", cbor2, writing)
  public static let cbor2Reader = randomValues("cbor2", cbor2, reading)
  public static let messagePackWriter = randomValues("msgpack", messagePack, writing)
  public static let messagePackReader = randomValues("msgpack", messagePack, reading)

  private static func randomValues(_ name: String, _ module: String, _ role: String) -> Oracle {
    Oracle(
      description: "Python's \(name)",
      command: ["python3", "-c", module + values + role])
  }

  private static let cbor2 = """
    import cbor2, decimal, datetime
    from cbor2 import CBORTag, CBORSimpleValue, undefined
    longest = 80
    def special(r, depth):
        return r.choice([
            lambda: undefined, lambda: CBORSimpleValue(r.choice([0, 16, 19, 32, 255])),
            lambda: CBORTag(r.choice([6, 60001, 2**33]), value(r, depth)),
            lambda: decimal.Decimal(r.randrange(-10**30, 10**30)).scaleb(r.randrange(-40, 10)),
            lambda: datetime.datetime.fromtimestamp(r.randrange(-10**9, 4*10**9), datetime.timezone.utc)
                + datetime.timedelta(microseconds=r.choice([0, 0, r.randrange(10**6)]))])()
    def key(r):
        return r.choice([text, text, text, integer, data, lambda r: r.choice([None, True, 1.5]),
            lambda r: (integer(r), text(r))])(r)
    def encode(v, r):
        return cbor2.dumps(v, datetime_as_timestamp=r.random() < .3)
    def decode(b): return cbor2.loads(b)
    def tag_of(v):
        if v is undefined: return 'undefined', None
        if isinstance(v, CBORSimpleValue): return 'simple', v.value
        if isinstance(v, CBORTag): return str(v.tag), v.value
    prefix = '!cbor/'
    def stamp(v):
        if isinstance(v, datetime.datetime):
            text = v.astimezone(datetime.timezone.utc).isoformat().replace('+00:00', '')
            return (text.rstrip('0') if '.' in text else text) + 'Z'

    """

  private static let messagePack = """
    import msgpack, decimal, datetime
    longest = 63
    def special(r, depth):
        return r.choice([
            lambda: msgpack.ExtType(r.randrange(0, 128), data(r)),
            lambda: msgpack.Timestamp(r.choice([r.randrange(2**32), r.randrange(-6 * 10**10, 2 * 10**11)]),
                r.choice([0, 0, r.randrange(10**9)]))])()
    def key(r):
        return r.choice([text, text, text, integer, data, lambda r: r.choice([None, True, 1.5])])(r)
    def encode(v, r): return msgpack.packb(v, use_single_float=False)
    def decode(b): return msgpack.unpackb(b, strict_map_key=False)
    def tag_of(v):
        if isinstance(v, msgpack.ExtType): return str(v.code), v.data
    prefix = '!msgpack/'
    def stamp(v):
        if isinstance(v, msgpack.Timestamp):
            epoch = datetime.datetime(1970, 1, 1)
            text = (epoch + datetime.timedelta(seconds=v.seconds)).isoformat()
            return text + ('.%09d' % v.nanoseconds).rstrip('0').rstrip('.') + 'Z'

    """

  private static let values = #"""
    import base64, json, math, random, struct, sys
    def integer(r):
        return r.choice([1, -1]) * r.randrange(2**r.randrange(1, longest))
    def text(r):
        return ''.join(r.choice('abc"\\\n\0 é日😀') for _ in range(r.choice([0, 1, 5, 23, 24, 40, 300])))
    def data(r): return bytes(r.randrange(256) for _ in range(r.choice([0, 1, 2, 4, 8, 16, 17, 300])))
    def real(r):
        return r.choice([
            lambda: struct.unpack('>d', struct.pack('>Q', r.randrange(2**64)))[0],
            lambda: struct.unpack('>f', struct.pack('>I', r.randrange(2**32)))[0],
            lambda: struct.unpack('>e', struct.pack('>H', r.randrange(2**16)))[0],
            lambda: r.choice([0.0, -0.0, math.inf, -math.inf, math.nan]),
            lambda: round(r.uniform(-1000, 1000), 2)])()
    def size(r, depth): return r.choice([0, 1, 3, 25 if depth == 0 else 2])
    def value(r, depth=0):
        kind = r.randrange(9 if depth < 4 else 6)
        if kind == 0: return r.choice([None, True, False])
        if kind == 1: return integer(r)
        if kind == 2: return real(r)
        if kind == 3: return text(r)
        if kind == 4: return data(r)
        if kind == 5: return special(r, depth + 1)
        if kind == 6: return [value(r, depth + 1) for _ in range(size(r, depth))]
        return {key(r): value(r, depth + 1) for _ in range(size(r, depth))}
    def tagged(v):
        tag = tag_of(v)
        if tag:
            name, content = tag[0], tag[1]
            while name.isdigit() and tag_of(content):
                inner, content = tag_of(content)
                name += '/' + inner
            return {'$tag': [prefix + name, tagged(content)]}
        if stamp(v): return {'$date': stamp(v)}
        if isinstance(v, bytes): return {'$data': base64.b64encode(v).decode()}
        if isinstance(v, decimal.Decimal):
            digits = str(v)
            return {'$number': digits if set('.E') & set(digits) else digits + '.0'}
        if isinstance(v, float) and not math.isfinite(v):
            return {'$real': 'nan' if v != v else 'inf' if v > 0 else '-inf'}
        if isinstance(v, (list, tuple)): return [tagged(e) for e in v]
        if hasattr(v, 'items'):
            if all(isinstance(k, str) for k in v): return {k: tagged(e) for k, e in v.items()}
            return {'$map': [[tagged(k), tagged(e)] for k, e in v.items()]}
        return v
    def show(v): return json.dumps(tagged(v))

    """#

  private static let writing = """
    for line in sys.stdin:
        r = random.Random(int(line))
        v = value(r)
        print('0' if line == '0' else encode(v, r).hex() + ' ' + show(v))
    """

  private static let reading = """
    def sort(v):
        if isinstance(v, list): return [sort(e) for e in v]
        if not isinstance(v, dict): return v
        v = {k: sort(e) for k, e in v.items()}
        return {'$map': sorted(v['$map'], key=json.dumps)} if '$map' in v else v
    for line in sys.stdin:
        seed, _, digits = line.strip().partition(' ')
        if not digits:
            print('0')
            continue
        wanted = show(value(random.Random(int(seed))))
        found = show(decode(bytes.fromhex(digits)))
        print('1' if sort(json.loads(found)) == sort(json.loads(wanted)) else found)
    """
}
