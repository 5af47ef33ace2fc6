/** Returns true for an object whose fields can be read. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A non-empty string, trimmed; a number is taken as its decimal form. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' ? undefined : text
}

/** A whole number from zero up, also when written as digits. */
export function toWholeNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  return typeof value === 'string' && /^\s*\d{1,9}\s*$/u.test(value) ? Number(value) : undefined
}
