/** Decodes an unknown value; returns `undefined` when it has another shape. */
export type Decoder<Value> = (value: unknown) => Value | undefined

/** Returns whether a value is an object with readable fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A string. */
export const text: Decoder<string> = (value) => (typeof value === 'string' ? value : undefined)

/** A finite number. */
export const amount: Decoder<number> = (value) => (Number.isFinite(value) ? Number(value) : undefined)

/** A boolean. */
export const flag: Decoder<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

/** A number or text, as text: ids of servers that count. */
export const id: Decoder<string> = (value) =>
  text(value) || (typeof value === 'number' ? String(value) : undefined)

/** Any value, as it came. */
export const anything: Decoder<unknown> = (value) => value ?? null

/** One of some words. */
export function oneOf<const Word extends string>(...words: Word[]): Decoder<Word> {
  return (value) => words.find((word) => word === value)
}

/** `fallback` in place of what is missing or broken. */
export function or<Value, Fallback extends Value | null>(
  decoder: Decoder<Value>,
  fallback: Fallback,
): (value: unknown) => Value | Fallback {
  return (value) => decoder(value) ?? fallback
}

/** A text, empty where there is none. */
export const words = or(text, '')

/** A text, null where there is none. */
export const maybe = or(text, null)

/** A list without its broken entries. */
export function list<Value>(decoder: Decoder<Value>): Decoder<Value[]> {
  return (value) => (Array.isArray(value) ? value.flatMap((entry) => decoder(entry) ?? []) : undefined)
}

/** Texts, none where there is no list. */
export const texts = or(list(text), [])

/** An object whose field names are unknown, without its broken entries. */
export function dictionary<Value>(decoder: Decoder<Value>): Decoder<Record<string, Value>> {
  return (value) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, entry]) => {
            const decoded = decoder(entry)
            return decoded === undefined ? [] : [[key, decoded]]
          }),
        )
      : undefined
}

/** An object; the field `createdAt` is read from `created_at`. Broken when one of its fields is. */
export function shape<Fields extends object>(fields: {
  [Key in keyof Fields]: Decoder<Fields[Key]>
}): Decoder<Fields> {
  return (value) => {
    if (!isRecord(value)) return undefined
    const decoded: Partial<Fields> = {}
    for (const key in fields) {
      const field = fields[key](value[toSnakeCase(key)])
      if (field !== undefined) decoded[key] = field
    }
    return isWhole(decoded, fields) ? decoded : undefined
  }
}

function isWhole<Fields extends object>(decoded: Partial<Fields>, fields: object): decoded is Fields {
  return Object.keys(fields).every((key) => key in decoded)
}

/** `createdAt` as it is written on the wire: `created_at`. */
export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
}

/** An object's own fields under their wire names; absent ones are left out. */
export function toWire(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [toSnakeCase(key), value]),
  )
}
