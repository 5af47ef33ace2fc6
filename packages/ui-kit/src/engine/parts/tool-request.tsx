import type { ApprovalOutcome, ToolPart } from '@org/chat-engine'
import { useChatEngine } from '@org/chat-engine/react'
import { useState } from 'react'
import { Button } from '../../controls/button.tsx'
import classes from './parts.module.css'
import { ToolValue } from './tool-value.tsx'
import { usePartsLabels } from './use-parts-labels.ts'

/** A tool call that waits for a person: its input, and buttons to allow or to reject it. */
export function ToolRequest({ messageKey, tool }: { messageKey: string; tool: ToolPart }) {
  const { approve, reject } = useChatEngine()
  const labels = usePartsLabels()
  const [hasFailed, setHasFailed] = useState(false)
  const { approval, id, name, input } = tool
  const isDecided = approval?.approved !== null && approval !== undefined

  async function decide(work: (messageKey: string, toolId: string) => Promise<ApprovalOutcome>) {
    const outcome = await work(messageKey, id)
    setHasFailed(outcome !== 'sent' && outcome !== 'waiting')
  }

  return (
    <fieldset className={classes['request']}>
      <legend>{labels.request(name)}</legend>
      {!isDecided && typeof approval?.reason === 'string' && <p dir="auto">{approval.reason}</p>}
      <ToolValue label={labels.input} value={input} />
      <div className={classes['choice']}>
        <Button
          size="small"
          variant="primary"
          aria-pressed={approval?.approved === true}
          onClick={() => void decide(approve)}
        >
          {labels.approve}
        </Button>
        <Button size="small" aria-pressed={approval?.approved === false} onClick={() => void decide(reject)}>
          {labels.reject}
        </Button>
      </div>
      <output>{hasFailed && labels.notSent}</output>
    </fieldset>
  )
}
