// A map of one hundred thousand entries takes several milliseconds when it grows; a part of it takes less than one.
const parts = 64

/** A map in 64 parts: it grows part by part, so that no call holds the event loop for long. */
export class SplitMap<Key extends string | number, Value> {
  readonly #parts = Array.from({ length: parts }, () => new Map<Key, Value>())
  #size = 0

  get size(): number {
    return this.#size
  }

  get(key: Key): Value | undefined {
    return this.#partOf(key)?.get(key)
  }

  has(key: Key): boolean {
    return this.#partOf(key)?.has(key) === true
  }

  set(key: Key, value: Value): void {
    if (!this.has(key)) this.#size += 1
    this.#partOf(key)?.set(key, value)
  }

  delete(key: Key): void {
    if (this.#partOf(key)?.delete(key) === true) this.#size -= 1
  }

  #partOf(key: Key): Map<Key, Value> | undefined {
    return this.#parts[(typeof key === 'number' ? key : sumOf(key)) % parts]
  }
}

function sumOf(text: string): number {
  let sum = 0
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) & 0xffff
  return sum
}
