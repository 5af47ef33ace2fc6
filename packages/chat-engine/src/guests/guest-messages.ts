import { parseApproval, parseSafetyNotice } from '@org/citations'
import type { AnswerOutcome, Citation, ProductOption, ProductOptions } from '@org/citations'
import type { NewMessage } from '../stores/messages.ts'
import type { ChatMessage, MessageImage } from '../types.ts'
import { isRecord, readText } from '../platform/unknown-values.ts'
import type { MessagePart } from '../transport/parts.ts'

const STATUSES = ['pending', 'streaming', 'complete', 'stopped', 'interrupted', 'failed'] as const

const OUTCOMES: readonly AnswerOutcome[] = [
  'answered',
  'partial',
  'uncovered',
  'refused',
  'safety',
  'approved',
]

/** @param storesImages false for a storage that the bytes of images would fill */
export function toStoredMessage(message: ChatMessage, storesImages: boolean): Record<string, unknown> {
  const { key, id, parentId, role, text, createdAt, status, error } = message
  const { metadata, citations, products, outcome, suggestions, safety, approval } = message
  // Text alone is stored once.
  const parts = message.parts.some(({ type }) => type !== 'text') ? message.parts : undefined
  return {
    key,
    id,
    parentId,
    role,
    text,
    images: storesImages ? message.images : undefined,
    parts,
    metadata,
    citations,
    products,
    outcome,
    suggestions,
    safety,
    approval,
    createdAt,
    status,
    error,
  }
}

/** A kept message; undefined when it is none. Another version of this package may have written it. */
export function fromStoredMessage(value: unknown): NewMessage | undefined {
  if (!isRecord(value)) return undefined
  const key = readText(value['key'])
  const { role } = value
  if (key === null || (role !== 'user' && role !== 'assistant')) return undefined
  return {
    key,
    role,
    status: STATUSES.find((status) => status === value['status']) ?? 'complete',
    id: readText(value['id']),
    parentId: readText(value['parentId']),
    text: readText(value['text']) ?? '',
    images: Array.isArray(value['images']) ? value['images'].filter(isImage) : [],
    ...readParts(value['parts']),
    metadata: isRecord(value['metadata']) ? value['metadata'] : null,
    citations: Array.isArray(value['citations']) ? value['citations'].filter(isCitation) : null,
    products: readProducts(value['products']),
    outcome: OUTCOMES.find((outcome) => outcome === value['outcome']) ?? null,
    safety: parseSafetyNotice(value['safety']) ?? null,
    approval: parseApproval(value['approval']) ?? null,
    suggestions: Array.isArray(value['suggestions']) ? value['suggestions'].filter(isString) : [],
    createdAt: readText(value['createdAt']),
    error: readText(value['error']),
  }
}

function readParts(stored: unknown): { parts?: MessagePart[] } {
  return Array.isArray(stored) ? { parts: stored.filter(isPart) } : {}
}

/** The fields that each type of part has to have; the values of others are anybody's. */
const PART_TEXTS = new Map<unknown, readonly string[]>([
  ['text', ['text']],
  ['reasoning', ['id', 'text']],
  ['tool', ['id', 'name', 'state']],
  ['source', ['id']],
  ['file', ['id', 'mimeType', 'url']],
  ['data', ['id', 'name']],
])

function isPart(value: unknown): value is MessagePart {
  if (!isRecord(value)) return false
  return PART_TEXTS.get(value['type'])?.every((name) => typeof value[name] === 'string') ?? false
}

function isImage(value: unknown): value is MessageImage {
  if (!isRecord(value)) return false
  const { mimeType, name, data, url } = value
  return [mimeType, name, data ?? '', url ?? ''].every((each) => typeof each === 'string')
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isCitation(value: unknown): value is Citation {
  return isRecord(value) && typeof value['number'] === 'number' && readText(value['title']) !== null
}

function readProducts(value: unknown): ProductOptions {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, options]) => [
      name,
      Array.isArray(options) ? options.filter(isProductOption) : [],
    ]),
  )
}

function isProductOption(value: unknown): value is ProductOption {
  return isRecord(value) && readText(value['name']) !== null
}
