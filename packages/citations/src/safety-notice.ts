import type { HelpLine, SafetyNotice } from './model.ts'
import { isRecord, toText } from './unknown-values.ts'

const severities: readonly SafetyNotice['severity'][] = ['caution', 'urgent', 'emergency']

/** Reads a safety notice; undefined without a severity or a text. Lines without a way to reach them are left out. */
export function parseSafetyNotice(value: unknown): SafetyNotice | undefined {
  if (!isRecord(value)) return undefined
  const severity = severities.find((name) => name === value['severity'])
  const text = toText(value['text'])
  if (severity === undefined || text === undefined) return undefined
  const lines: readonly unknown[] = Array.isArray(value['lines']) ? value['lines'] : []
  return {
    category: toText(value['category']) ?? '',
    severity,
    title: toText(value['title']) ?? '',
    text,
    lines: lines.flatMap((line) => parseLine(line) ?? []),
  }
}

function parseLine(value: unknown): HelpLine | undefined {
  if (!isRecord(value)) return undefined
  const phone = toText(value['phone']) ?? null
  const address = toText(value['url']) ?? ''
  const url = /^https:\/\//iu.test(address) ? address : null
  if (phone === null && url === null) return undefined
  return {
    label: toText(value['label']) ?? phone ?? address,
    phone,
    url,
    region: toText(value['region']) ?? '',
  }
}
