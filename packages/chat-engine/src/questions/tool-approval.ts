import type { EngineParts, ToolDecision } from '../engine-parts.ts'
import type { ToolPart } from '../transport/parts.ts'
import type { ApprovalOutcome, ChatMessage, SendOutcome } from '../types.ts'

/**
 * Decides on a tool call of the newest answer. The answer goes on when all of its calls have been decided on; a call
 * whose decision could not be sent may be decided on again.
 */
export function decideOnTool(
  parts: EngineParts,
  { messageKey, toolId, approved, reason }: ToolDecision,
  continueAnswer: (answer: ChatMessage, tools: readonly ToolPart[]) => SendOutcome,
): ApprovalOutcome {
  const message = parts.messages.get(messageKey)
  const key = parts.branches.threadOf(messageKey)
  if (message === undefined || key === undefined) return 'unknown_message'
  // A later question has superseded the call.
  const isNewest = parts.threads.get(key).messageKeys.at(-1) === messageKey
  const tool = toolsOf(message.parts).find(({ id }) => id === toolId)
  if (!isNewest || tool === undefined) return 'unknown_tool'
  if (parts.runs.isRunning(key)) return 'busy'
  const decided: ToolPart = {
    ...tool,
    state: 'approval-responded',
    approval: { id: null, ...tool.approval, approved, reason },
  }
  const all = message.parts.map((part) => (part === tool ? decided : part))
  parts.messages.patch(messageKey, { parts: all })
  parts.signals.changed.emit(key)
  const waiting = toolsOf(all)
  if (waiting.some(({ state }) => state === 'approval-requested')) return 'waiting'
  return continueAnswer({ ...message, parts: all }, waiting)
}

/** Returns the calls that need a decision, or whose decision the server has not acted on. */
function toolsOf(parts: readonly { readonly type: string }[]): ToolPart[] {
  return parts.filter(
    (part): part is ToolPart =>
      isTool(part) && (part.state === 'approval-requested' || part.state === 'approval-responded'),
  )
}

function isTool(part: { readonly type: string }): part is ToolPart {
  return part.type === 'tool'
}
