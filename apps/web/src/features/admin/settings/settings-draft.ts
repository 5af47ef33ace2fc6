import type { LlmSettings } from '@org/api-client'
import { adminTexts } from '../admin.texts.ts'
import { parseSchema } from './parse-schema.ts'

/** The master settings as they are typed: numbers and the schema as text. */
export interface SettingsDraft extends Omit<
  LlmSettings,
  'temperature' | 'thinkingLines' | 'searchToolSchema'
> {
  temperature: string
  thinkingLines: string
  searchToolSchema: string
}

/** The name of a setting. */
export type SettingName = keyof SettingsDraft

/** Change of one setting. */
export interface SettingChange {
  name: SettingName
  /** Label of the setting. */
  label: string
  before: unknown
  after: unknown
}

// Specification 2, section 9.
export const limits = {
  temperature: { min: 0, max: 2, step: 0.1 },
  thinkingLines: { min: 1, max: 20, step: 1 },
} as const

const defaults = { temperature: 0.6, thinkingLines: 5 }

const names: readonly SettingName[] = [
  'systemPrompt',
  'inlineTagPrompt',
  'imageDescPrompt',
  'convTitlePrompt',
  'geminiModel',
  'temperature',
  'thinkingEnabled',
  'thinkingLines',
  'searchToolName',
  'searchToolDescription',
  'searchToolSchema',
  'searchToolUsePrevContext',
  'searchToolExpandShort',
]

/** The settings that 'Save Tool' saves. */
export const toolNames: readonly SettingName[] = names.filter((name) => name.startsWith('searchTool'))

/** Settings, to be typed over. */
export function toDraft(settings: LlmSettings): SettingsDraft {
  return {
    ...pick(settings),
    temperature: String(settings.temperature),
    thinkingLines: String(settings.thinkingLines),
    searchToolSchema: formatSchema(settings.searchToolSchema),
  }
}

/** A schema as it is shown: indented, and nothing for an empty one. */
export function formatSchema(schema: Record<string, unknown>): string {
  return Object.keys(schema).length === 0 ? '' : JSON.stringify(schema, null, 2)
}

/**
 * Converts the typed draft to settings, or returns the error. Empty numbers are the defaults; temperatures are parsed as decimals
 * (specification 2, section 5).
 */
export function fromDraft(draft: SettingsDraft): { settings: LlmSettings } | { error: string } {
  const parsed = parseSchema(draft.searchToolSchema)
  if (!parsed.ok) return { error: adminTexts.save.invalidSchema(parsed.reason) }
  const error = rangeError(draft, 'temperature') ?? rangeError(draft, 'thinkingLines')
  if (error !== undefined) return { error }
  const temperature = numberOf(draft.temperature, defaults.temperature)
  const thinkingLines = numberOf(draft.thinkingLines, defaults.thinkingLines)
  return { settings: { ...pick(draft), temperature, thinkingLines, searchToolSchema: parsed.schema } }
}

/** Returns the range error of a number of the draft, if any. */
export function rangeError(draft: SettingsDraft, name: keyof typeof limits): string | undefined {
  const { min, max } = limits[name]
  const value = numberOf(draft[name], defaults[name])
  if (value >= min && value <= max && (name === 'temperature' || Number.isInteger(value))) return undefined
  return adminTexts.save.outOfRange(adminTexts.fields[name], min, max)
}

/** Returns the changes of a draft. The same schema or number in another notation is no change. */
export function changesIn(base: SettingsDraft, draft: SettingsDraft): SettingChange[] {
  return names
    .filter((name) => !isSame(name, base[name], draft[name]))
    .map((name) => ({ name, label: adminTexts.fields[name], before: base[name], after: draft[name] }))
}

/**
 * A draft on top of what somebody else has saved: what it changes stays, the rest is theirs.
 *
 * @param base what the draft began with
 */
export function rebase(base: SettingsDraft, draft: SettingsDraft, theirs: SettingsDraft): SettingsDraft {
  const mine = new Set(changesIn(base, draft).map(({ name }) => name))
  return {
    ...draft,
    ...Object.fromEntries(names.filter((name) => !mine.has(name)).map((name) => [name, theirs[name]])),
  }
}

/** The settings without who saved them. */
function pick(settings: SettingsDraft | LlmSettings) {
  const { systemPrompt, inlineTagPrompt, imageDescPrompt, convTitlePrompt, geminiModel } = settings
  const { thinkingEnabled, searchToolName, searchToolDescription } = settings
  const { searchToolUsePrevContext, searchToolExpandShort } = settings
  return {
    systemPrompt,
    inlineTagPrompt,
    imageDescPrompt,
    convTitlePrompt,
    geminiModel,
    thinkingEnabled,
    searchToolName,
    searchToolDescription,
    searchToolUsePrevContext,
    searchToolExpandShort,
  }
}

function isSame(name: SettingName, one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (name === 'temperature' || name === 'thinkingLines') {
    return numberOf(String(one), defaults[name]) === numberOf(String(other), defaults[name])
  }
  if (name !== 'searchToolSchema') return false
  const [left, right] = [parseSchema(String(one)), parseSchema(String(other))]
  return left.ok && right.ok && sortedJson(left.schema) === sortedJson(right.schema)
}

/** JSON with the keys of every object in one order: the database stores objects, and returns their keys in its own order. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  )
}

function numberOf(text: string, fallback: number): number {
  return text.trim() === '' ? fallback : Number(text)
}
