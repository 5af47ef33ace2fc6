/** The keys of an object literal, in its order. */
export function keysOf<Key extends string>(named: Readonly<Record<Key, unknown>>): Key[] {
  // The keys of a literal are those of its type.
  return Object.keys(named).filter((key): key is Key => key in named)
}
