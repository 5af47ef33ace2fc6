import { createHash } from 'node:crypto'

// Vectors have length 1. Each component is stored as a byte, a multiple of the vector's own scale: a quarter of the
// memory of floats, for an error of the dot product below 0.01.
const highest = 127
const scaleBytes = Float32Array.BYTES_PER_ELEMENT

/** A vector of length 1, a byte a component. */
export interface PackedVector {
  /** Value of one step of `components`. */
  scale: number
  components: Int8Array
}

/** A vector of length 1 in the direction of `vector`; of zeros, zeros. */
export function toUnit(vector: readonly number[]): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length))
}

/** The bytes that the database stores of a vector: the scale (32-bit float, little-endian), then a byte a component. */
export function toBytes(vector: readonly number[]): Uint8Array {
  const unit = toUnit(vector)
  let largest = 0
  for (const value of unit) largest = Math.max(largest, Math.abs(value))
  const scale = largest === 0 ? 1 : Math.fround(largest / highest)
  const bytes = new Uint8Array(scaleBytes + unit.length)
  new DataView(bytes.buffer).setFloat32(0, scale, true)
  bytes.set(new Uint8Array(Int8Array.from(unit, (value) => Math.round(value / scale)).buffer), scaleBytes)
  return bytes
}

/** Reads what {@link toBytes} wrote. */
export function fromBytes(bytes: Uint8Array): PackedVector {
  // `slice` of a Buffer, which PostgreSQL's driver gives, is no copy: its bytes start somewhere in a shared block.
  const copy = Uint8Array.from(bytes)
  return {
    scale: new DataView(copy.buffer).getFloat32(0, true),
    components: new Int8Array(copy.buffer, scaleBytes),
  }
}

/** Cosine similarity of a unit vector and a stored one; 0 when their dimensions differ. */
export function similarity(unit: Float32Array, { scale, components }: PackedVector): number {
  if (unit.length !== components.length) return 0
  let sum = 0
  for (let index = 0; index < unit.length; index++) sum += (unit[index] ?? 0) * (components[index] ?? 0)
  return sum * scale
}

/** A passage's fields that are embedded. */
export interface EmbeddedText {
  title: string
  heading: string
  body: string
}

/** The text of a passage as it is embedded. */
export function embeddedText({ title, heading, body }: EmbeddedText): string {
  return [title, heading, body].filter((part) => part !== '').join('\n')
}

/** SHA-256 of {@link embeddedText}, base64. */
export function hashText(text: EmbeddedText): string {
  return createHash('sha256').update(embeddedText(text)).digest('base64')
}
