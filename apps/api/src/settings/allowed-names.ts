/** Returns whether a list of names allows one: an empty list sets no limit. */
export function allows(names: readonly string[], name: string): boolean {
  return names.length === 0 || names.includes(name)
}
