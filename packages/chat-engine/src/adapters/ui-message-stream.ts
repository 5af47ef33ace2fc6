import { isRecord, readText } from '../platform/unknown-values.ts'
import { type AnswerState, emptyAnswer, reduceAnswer } from '../transport/answer.ts'
import type { FilePart, IdentifiedPart, MessagePart, SourcePart, ToolPart } from '../transport/parts.ts'
import { type Change, type ChunkReader, readError } from './http-stream.ts'
import { readFileAddress, readWebAddress } from './part-address.ts'

type Chunk = Record<string, unknown>

/** Chunks that change nothing of what is shown. */
const IGNORED = new Set(['text-end', 'reasoning-end', 'finish-step', 'tool-input-delta'])

/**
 * Creates a reader of the UI message stream of the AI SDK: `text-start`, `text-delta`, `text-end` and the same of
 * `reasoning`; `tool-input-…` and `tool-output-…`; `source-…`, `file` and `data-…`; `finish` or `error`, and `[DONE]`.
 *
 * @param begun text and parts of an answer that the stream continues
 */
export function createUiMessageReader(begun: Pick<AnswerState, 'text' | 'parts'> = emptyAnswer): ChunkReader {
  const readTool = createToolReader(begun.parts)
  const reasoning = new Map<string, string>()
  /** The answer so far, and at the beginning of the present step: `reset-step` returns to it. */
  let answer: AnswerState = { ...emptyAnswer, text: begun.text, parts: begun.parts }
  let stepStart = answer
  let isNextParagraph = false
  // The ids of the parts before stay theirs.
  let count = begun.parts.length
  let isFinished = false

  function readData(name: string, chunk: Chunk, value: unknown): Change[] {
    if (chunk['transient'] === true) return [{ type: 'data-received', name, value }]
    return put({ type: 'data', id: readText(chunk['id']) ?? `${(count += 1)}`, name, value })
  }

  function readMetadata({ messageMetadata, finishReason }: Chunk): Change[] {
    const metadata = {
      ...(typeof finishReason === 'string' && { finishReason }),
      ...(isRecord(messageMetadata) && messageMetadata),
    }
    return Object.keys(metadata).length === 0 ? [] : [{ type: 'metadata-changed', metadata }]
  }

  function changesOf(chunk: Chunk): Change[] {
    const type = readText(chunk['type']) ?? ''
    const errorText = readText(chunk['errorText'])
    switch (type) {
      case 'text-start':
        // Each block of text is a paragraph of its own.
        isNextParagraph = answer.text !== ''
        return []
      case 'text-delta': {
        const text = readText(chunk['delta']) ?? ''
        if (text === '') return []
        const separator = isNextParagraph ? '\n\n' : ''
        isNextParagraph = false
        return [{ type: 'text-delta', text: separator + text }]
      }
      case 'reasoning-start':
      case 'reasoning-delta': {
        const id = readText(chunk['id']) ?? ''
        const text = (reasoning.get(id) ?? '') + (readText(chunk['delta']) ?? '')
        reasoning.set(id, text)
        return text === '' ? [] : put({ type: 'reasoning', id, text })
      }
      case 'source-url':
      case 'source-document':
        return put(sourceOf(chunk))
      case 'file':
        return put(fileOf(chunk, `${(count += 1)}`))
      case 'start-step':
        stepStart = answer
        return []
      case 'reset-step':
        return [{ type: 'caught-up', answer: stepStart }]
      case 'finish':
        isFinished = true
        return readMetadata(chunk)
      case 'start':
      case 'message-metadata':
        return readMetadata(chunk)
      case 'error':
        return failed(errorText ?? 'The server failed.', null)
      case 'abort':
        return failed(readText(chunk['reason']) ?? 'The server stopped the answer.', 'aborted')
      default: {
        if (IGNORED.has(type)) return []
        if (type === '' && isRecord(chunk['error'])) {
          // Gateways send their own errors without a type.
          const { message, code } = readError(chunk['error'])
          return failed(message ?? 'The server failed.', code)
        }
        const tool = readTool(type, chunk)
        if (tool !== null) return put(tool)
        return type.startsWith('data-')
          ? readData(type.slice('data-'.length), chunk, chunk['data'])
          : readData(type, chunk, chunk)
      }
    }
  }

  return {
    read: (chunk) => {
      const changes = changesOf(chunk)
      for (const change of changes) answer = reduceAnswer(answer, { ...change, seq: answer.lastSeq + 1 })
      return changes
    },
    isFinished: () => isFinished,
    end: (isDone) => (isDone || isFinished ? [{ type: 'stream-end' }] : null),
  }
}

function failed(message: string, code: string | null): Change[] {
  return [{ type: 'stream-error', message, code }, { type: 'stream-end' }]
}

function put(part: IdentifiedPart): Change[] {
  return [{ type: 'part-changed', part }]
}

/** Creates a function that returns the present state of a call; null for chunks of other types. */
function createToolReader(begun: readonly MessagePart[]): (type: string, chunk: Chunk) => ToolPart | null {
  const calls = new Map<string, ToolPart>()
  for (const part of begun) if (part.type === 'tool') calls.set(part.id, part)
  return (type, chunk) => {
    const changed = toolFieldsOf(type, chunk) ?? approvalFieldsOf(type, chunk)
    if (changed === null) return null
    const approvalId = changed.approval?.id
    const id = readText(chunk['toolCallId']) ?? callOf(approvalId) ?? ''
    const name = readText(chunk['toolName']) ?? ''
    const initial = {
      type: 'tool',
      id,
      name,
      state: 'input-streaming',
      input: null,
      output: null,
      error: null,
    } as const
    const before = calls.get(id)
    const approval = changed.approval && { approval: { ...before?.approval, ...changed.approval } }
    const part: ToolPart = { ...(before ?? initial), ...changed, ...approval }
    calls.set(id, part)
    return part
  }

  function callOf(approvalId: string | null | undefined) {
    return [...calls.values()].find(({ approval }) => approval?.id === approvalId)?.id
  }
}

/** Fields of a request for approval that the server needs back, with their names in a message. */
const APPROVAL_DETAILS = {
  approvalDescriptor: 'descriptor',
  inputSchemaInput: 'inputSchemaInput',
  isAutomatic: 'isAutomatic',
  signature: 'signature',
}

function pick(chunk: Chunk, names: Readonly<Record<string, string>>): Record<string, unknown> {
  const found = Object.entries(names).filter(([name]) => name in chunk)
  return Object.fromEntries(found.map(([name, own]) => [own, chunk[name]]))
}

/** An approval may be requested, and decided on by the server itself. */
function approvalFieldsOf(type: string, chunk: Chunk): Partial<ToolPart> | null {
  const id = readText(chunk['approvalId'])
  const reason = readText(chunk['reason'])
  switch (type) {
    case 'tool-approval-request': {
      const details = { ...pick(chunk, APPROVAL_DETAILS), ...(reason !== null && { requestReason: reason }) }
      return { state: 'approval-requested', approval: { id, approved: null, reason, details } }
    }
    case 'tool-approval-response':
      return { state: 'approval-responded', approval: { id, approved: chunk['approved'] === true, reason } }
    default:
      return null
  }
}

function toolFieldsOf(type: string, { input, output, errorText }: Chunk): Partial<ToolPart> | null {
  const error = readText(errorText) ?? ''
  switch (type) {
    case 'tool-input-start':
      return { state: 'input-streaming' }
    case 'tool-input-available':
      return { state: 'input-available', input }
    case 'tool-input-error':
      return { state: 'output-error', input, error }
    case 'tool-output-available':
      return { state: 'output-available', output }
    case 'tool-output-error':
      return { state: 'output-error', error }
    case 'tool-output-denied':
      return { state: 'output-error', error: 'denied' }
    default:
      return null
  }
}

function sourceOf({ sourceId, url, title, filename }: Chunk): SourcePart {
  const id = readText(sourceId) ?? ''
  return { type: 'source', id, url: readWebAddress(url), title: readText(title) ?? readText(filename) }
}

function fileOf({ mediaType, url }: Chunk, id: string): FilePart {
  return {
    type: 'file',
    id,
    mimeType: readText(mediaType) ?? '',
    url: readFileAddress(url) ?? '',
    name: null,
  }
}
