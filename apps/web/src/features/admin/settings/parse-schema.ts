import { adminTexts } from '../admin.texts.ts'
import { findJsonError } from './json-editor/json-error.ts'

/** A text of JSON as it was read. */
export type ParsedSchema =
  | { ok: true; schema: Record<string, unknown> }
  /** `offset`: where in the text it breaks, counted from its start. */
  | { ok: false; reason: string; offset: number }

/** Reads the parameters of a tool. An empty text is an empty object (specification 2, section 5). */
export function parseSchema(text: string): ParsedSchema {
  if (text.trim() === '') return { ok: true, schema: {} }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { ok: true, schema: Object.fromEntries(Object.entries(value)) }
    }
    return { ok: false, reason: adminTexts.save.notAnObject, offset: 0 }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: false, reason, offset: findJsonError(text) }
  }
}

/** Line and column of a place in a text, both from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
