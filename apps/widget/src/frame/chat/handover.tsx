import { createHandoverCalls, isApiError } from '@org/api-client'
import { kit } from '@org/languages'
import { IconButton } from '@org/ui-kit'
import { HandoverForm, type HandoverTransport, useTranscript } from '@org/ui-kit/handover'
import { useChatEngine } from '@org/chat-engine/react'
import { X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react'
import { useWidget } from '../widget-context.ts'
import type { WidgetApi } from '../session/services.ts'
import { authTexts, widgetTexts } from '../widget.texts.ts'
import classes from './chat.module.css'

/** Asks for a person, over the chat: what is sent, the consent, and the reference of the request. */
export function Handover({ onDone }: { onDone: () => void }) {
  const { api, bridge } = useWidget()
  const engine = useChatEngine()
  const titleId = useId()
  const panelRef = useRef<HTMLElement>(null)
  const conversation = useTranscript(engine, onDone)
  const transport = useMemo(
    () => createHandoverTransport(api, () => bridge.event('handover', {})),
    [api, bridge],
  )

  useEffect(() => panelRef.current?.focus(), [])

  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onDone()
  }

  return (
    // Escape closes the form; every control in it has its own keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={panelRef}
      tabIndex={-1}
      className={classes.auth}
      aria-labelledby={titleId}
      onKeyDown={closeOnEscape}
    >
      <div className={classes.authHead}>
        <h2 id={titleId}>{widgetTexts.person}</h2>
        <IconButton label={authTexts.close} icon={<X />} onClick={onDone} />
      </div>
      <HandoverForm
        transport={transport}
        conversation={conversation}
        labels={kit.handover}
        copyLabels={kit.copy}
        safetyLabels={kit.safety}
        onClose={onDone}
      />
    </section>
  )
}

/** The calls of a widget's hand-over. Its session is opened first: the server takes nothing without it. */
export function createHandoverTransport(
  { http, session, cfg }: Pick<WidgetApi, 'http' | 'session' | 'cfg'>,
  onSent: () => void,
): HandoverTransport {
  const calls = createHandoverCalls(http)
  const embedId = cfg === '' ? undefined : cfg
  return {
    load: () => calls.handoverForm(embedId),
    preview: (transcript) => session.withToken(() => calls.previewHandover({ embedId, transcript })),
    send: async (submission) => {
      const receipt = await session.withToken(() => calls.requestHandover({ ...submission, embedId }))
      onSent()
      return receipt
    },
    describe: (error) => (isApiError(error) ? (error.reason ?? null) : null),
  }
}
