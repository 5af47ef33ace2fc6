import { kit } from '@org/languages'
import type { DraftGate } from '@org/api-client'
import { Alert, Button, Dialog, StatusLine, TextArea } from '@org/ui-kit'
import { useState } from 'react'
import classes from '../admin.module.css'
import { evaluationTexts as texts } from './evaluations.texts.ts'

/** Shortest reason that the server accepts, in characters. */
const shortestReason = 10

interface ReasonDialogProps {
  title: string
  /** Effect of the action. */
  text: string
  confirm: string
  gate: DraftGate
  failure: string | undefined
  isBusy: boolean
  onClose: () => void
  /** Called without a reason when the evaluation is passed. */
  onConfirm: (reason: string | undefined) => void
}

/** Confirms that a draft is used for visitors; asks for a reason where its evaluation is not passed. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, confirm, gate, failure, isBusy, onClose, onConfirm } = props
  const [reason, setReason] = useState('')
  const isPassed = gate === 'ready'
  const isComplete = isPassed || reason.trim().length >= shortestReason
  return (
    <Dialog
      open
      onOpenChange={onClose}
      labels={kit.dialog}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            variant={isPassed ? 'primary' : 'danger'}
            busy={isBusy}
            disabled={!isComplete}
            onClick={() => {
              onConfirm(isPassed ? undefined : reason.trim())
            }}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        <Alert tone={isPassed ? 'info' : 'warning'} title={texts.gates[gate]}>
          {texts.gateTexts[gate]}
        </Alert>
        {!isPassed && (
          <TextArea
            label={texts.reason}
            description={texts.reasonHint}
            required
            rows={3}
            maxLength={1000}
            dir="auto"
            data-autofocus
            value={reason}
            onValueChange={setReason}
          />
        )}
        <StatusLine tone="error">{failure}</StatusLine>
      </div>
    </Dialog>
  )
}
