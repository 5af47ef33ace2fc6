import { createHandoverCalls, isApiError, type HandoverCalls } from '@org/api-client'
import { useChatEngine } from '@org/chat-engine/react'
import { kit } from '@org/languages'
import { Dialog } from '@org/ui-kit'
import { HandoverForm, type HandoverTransport, useTranscript } from '@org/ui-kit/handover'
import { useMemo } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { chatTexts } from '../chat.texts.ts'

/** The form of a visitor who asks for a person. Each time that it opens it has the conversation on screen. */
export function HandoverDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const close = () => onOpenChange(false)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={chatTexts.person} labels={kit.dialog} sheet>
      {open && <Form onClose={close} />}
    </Dialog>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const calls = useCalls(createHandoverCalls)
  const conversation = useTranscript(useChatEngine(), onClose)
  const transport = useMemo(() => createTransport(calls), [calls])
  return (
    <HandoverForm
      transport={transport}
      conversation={conversation}
      labels={kit.handover}
      copyLabels={kit.copy}
      safetyLabels={kit.safety}
      onClose={onClose}
    />
  )
}

function createTransport({
  handoverForm,
  previewHandover,
  requestHandover,
}: HandoverCalls): HandoverTransport {
  return {
    load: () => handoverForm(undefined),
    preview: (transcript) => previewHandover({ transcript }),
    send: (submission) => requestHandover(submission),
    describe: (error) => (isApiError(error) ? (error.reason ?? null) : null),
  }
}
