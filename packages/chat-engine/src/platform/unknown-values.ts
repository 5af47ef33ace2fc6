/** Returns whether a value is an object with readable fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A string, or null. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
