import type { ChatMessage, ToolPart } from '@org/chat-engine'
import { Spinner } from '../../states/spinner.tsx'
import type { MessagePartsLabels } from './message-parts-labels.ts'
import classes from './parts.module.css'
import { ToolValue } from './tool-value.tsx'
import { usePartsLabels } from './use-parts-labels.ts'

/** The reasoning and the tool calls of an answer, in their order; each opens to its text or its values. */
export function AnswerSteps({ message: { parts, status } }: { message: ChatMessage }) {
  const labels = usePartsLabels()
  const isArriving = status === 'pending' || status === 'streaming'
  return (
    <div className={classes['steps']}>
      {parts.map((part) => {
        if (part.type === 'reasoning')
          return (
            <details key={`reasoning-${part.id}`} className={classes['step']}>
              <summary>{labels.reasoning}</summary>
              <p className={classes['reasoning']} dir="auto">
                {part.text}
              </p>
            </details>
          )
        // Below the text until a person has decided.
        if (part.type !== 'tool' || (part.state.startsWith('approval') && !isArriving)) return null
        return <ToolStep key={`tool-${part.id}`} tool={part} isArriving={isArriving} />
      })}
    </div>
  )
}

function ToolStep({ tool, isArriving }: { tool: ToolPart; isArriving: boolean }) {
  const labels = usePartsLabels()
  const isRunning = isArriving && !tool.state.startsWith('output')
  return (
    <details className={classes['step']}>
      <summary>
        {stateOf(tool, labels)}
        {isRunning && <Spinner />}
      </summary>
      <ToolValue label={labels.input} value={tool.input} />
      <ToolValue label={labels.output} value={tool.error ?? tool.output} />
    </details>
  )
}

function stateOf({ name, state, approval }: ToolPart, labels: MessagePartsLabels): string {
  if (approval?.approved === false) return labels.rejected(name)
  if (state === 'output-available') return labels.done(name)
  return state === 'output-error' ? labels.failed(name) : labels.running(name)
}
