import { writeFileSync } from 'node:fs'

type Value = string | number | { [name: string]: Value } | Unsigned | Value[]

/** An unsigned integer of 16, 32 or 64 bits, as the format requires. */
class Unsigned {
  readonly value: number
  readonly type: 5 | 6 | 9
  constructor(value: number, type: 5 | 6 | 9) {
    this.value = value
    this.type = type
  }
}

/**
 * Writes a database in MaxMind's format (https://maxmind.github.io/MaxMind-DB/) in which the addresses whose first
 * number is even are in one place, and the others nowhere.
 */
export function writeGeoDatabase(file: string, place: Record<string, Value>): void {
  // Records of 24 bits. An IPv4 address is read behind 96 zeros; the eighth bit after them is the first number's last.
  const bits = 96 + 8
  const nothing = bits
  const found = bits + 16
  const tree = Buffer.alloc(bits * 6)
  for (let node = 0; node < bits; node += 1) {
    const last = node === bits - 1
    tree.writeUIntBE(last ? found : node + 1, node * 6, 3)
    // In the first number any bit but the last may be set.
    const set = node < 96 || last ? nothing : node + 1
    tree.writeUIntBE(set, node * 6 + 3, 3)
  }
  const metadata = encode({
    binary_format_major_version: new Unsigned(2, 5),
    binary_format_minor_version: new Unsigned(0, 5),
    build_epoch: new Unsigned(1_700_000_000, 9),
    database_type: 'Test-City',
    description: { en: 'Test' },
    ip_version: new Unsigned(6, 5),
    languages: ['en'],
    node_count: new Unsigned(bits, 6),
    record_size: new Unsigned(24, 5),
  })
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])
  writeFileSync(file, Buffer.concat([tree, Buffer.alloc(16), encode(place), marker, metadata]))
}

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    const double = Buffer.alloc(8)
    double.writeDoubleBE(value)
    return Buffer.concat([control(3, 8), double])
  }
  if (value instanceof Unsigned) {
    const size = value.type === 5 ? 2 : 4
    const number = Buffer.alloc(size)
    number.writeUIntBE(value.value, 0, size)
    return Buffer.concat([control(value.type, size), number])
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  const fields = entries.flatMap(([name, field]) => [encode(name), encode(field)])
  return Buffer.concat([control(7, entries.length), ...fields])
}

function control(type: number, size: number): Buffer {
  return type <= 7 ? Buffer.from([(type << 5) | size]) : Buffer.from([size, type - 7])
}
