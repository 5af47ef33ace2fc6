import type { MessagePart, ToolApproval, ToolPart } from '../transport/parts.ts'
import { textParts } from '../transport/parts.ts'
import type { ChatInput, EarlierMessage } from '../transport/transport.ts'

/** A `UIMessage` of the AI SDK. */
interface UiMessage {
  id: string
  role: 'user' | 'assistant'
  metadata?: unknown
  parts: readonly object[]
}

/** Returns the conversation with its new question, or the answer to be continued, at the end, as a route of the AI SDK expects it. */
export function toUiMessages(input: ChatInput): UiMessage[] {
  const { text, images = [], conversation = [], clientMessageId = '', metadata } = input
  if (input.continues !== undefined) return conversation.map(toUiMessage)
  const files = images.map(({ mimeType, data, name }) => ({
    type: 'file',
    mediaType: mimeType,
    url: `data:${mimeType};base64,${data}`,
    filename: name,
  }))
  const question: UiMessage = {
    id: clientMessageId,
    role: 'user',
    parts: [...files, { type: 'text', text }],
    ...(metadata !== undefined && { metadata }),
  }
  return [...conversation.map(toUiMessage), question]
}

function toUiMessage(
  { key, role, content, parts = textParts(content) }: EarlierMessage,
  index: number,
): UiMessage {
  return { id: key ?? `${index}`, role, parts: withSteps(parts).flatMap(toUiPart) }
}

interface StepStart {
  readonly type: 'step-start'
}

/** Text after the result of a tool belongs to another step: without a mark, it would come before the result. */
function withSteps(parts: readonly MessagePart[]): (MessagePart | StepStart)[] {
  let isAfterTool = false
  return parts.flatMap((part): (MessagePart | StepStart)[] => {
    const isNext = isAfterTool && part.type === 'text'
    isAfterTool = part.type === 'tool' || (isAfterTool && !isNext)
    return isNext ? [{ type: 'step-start' }, part] : [part]
  })
}

function toUiPart(part: MessagePart | StepStart): object[] {
  switch (part.type) {
    case 'step-start':
      return [part]
    case 'text':
      return [{ type: 'text', text: part.text }]
    case 'tool':
      return toToolPart(part)
    case 'source':
      return part.url === null
        ? []
        : [
            {
              type: 'source-url',
              sourceId: part.id,
              url: part.url,
              ...(part.title !== null && { title: part.title }),
            },
          ]
    case 'file':
      return [{ type: 'file', mediaType: part.mimeType, url: part.url }]
    case 'data':
      return [{ type: `data-${part.name}`, id: part.id, data: part.value }]
    case 'reasoning':
    default:
      return []
  }
}

/** A call without a result or a decision is left out: models refuse a conversation that has one. */
function toToolPart({ id, name, state, input, output, error, approval }: ToolPart): object[] {
  const call = { type: `tool-${name}`, toolCallId: id, state, input }
  const approved = approval?.approved === true && { approval: toUiApproval(approval) }
  if (state === 'output-available') return [{ ...call, output, ...approved }]
  if (state === 'approval-responded' && approval !== undefined)
    return [{ ...call, approval: toUiApproval(approval) }]
  return state === 'output-error' ? [{ ...call, errorText: error ?? '' }] : []
}

function toUiApproval({ id, approved, reason, details }: ToolApproval): object {
  return { ...details, id, approved, ...(reason !== null && { reason }) }
}
