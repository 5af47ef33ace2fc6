import { useEffect, useEffectEvent, useState } from 'react'
import type { ConversationTranscript } from './conversation-transcript.ts'
import type { HandoverMessage, HandoverSettings, HandoverTransport } from './handover-transport.ts'

/** Fields as typed. */
export interface HandoverValues {
  name: string
  email: string
  message: string
  consent: boolean
}

/** A field that cannot be sent as it is. */
export type HandoverFlaw = 'name' | 'email' | 'consent'

/** State of the form's settings. */
type Loading = { phase: 'loading' | 'failed' } | { phase: 'ready'; settings: HandoverSettings }

/** State of the request. */
type Sending =
  | { phase: 'idle' | 'sending' }
  | { phase: 'failed'; reason: string | null }
  | { phase: 'sent'; reference: string; open: boolean }

const blank: HandoverValues = { name: '', email: '', message: '', consent: false }

/** Loads the settings of the form and the preview of the transcript, checks the fields and sends the request. */
export function useHandoverForm(transport: HandoverTransport, conversation: ConversationTranscript) {
  const [loading, setLoading] = useState<Loading>({ phase: 'loading' })
  const [transcript, setTranscript] = useState<readonly HandoverMessage[]>(conversation.messages)
  const [values, setValues] = useState(blank)
  const [flaws, setFlaws] = useState<ReadonlySet<HandoverFlaw>>(new Set())
  const [sending, setSending] = useState<Sending>({ phase: 'idle' })
  // A retry has the same id: the server sends nothing twice.
  const [requestId] = useState(() => crypto.randomUUID())
  const { messages } = conversation

  const loadNow = useEffectEvent(async () => {
    const settings = await transport.load()
    return { settings, shown: settings.redact ? await transport.preview(messages) : messages }
  })
  const isLoading = loading.phase === 'loading'

  useEffect(() => {
    if (!isLoading) return undefined
    let isOver = false
    const load = async (): Promise<void> => {
      try {
        const { settings, shown } = await loadNow()
        if (isOver) return
        setTranscript(shown)
        setLoading({ phase: 'ready', settings })
      } catch {
        if (!isOver) setLoading({ phase: 'failed' })
      }
    }
    void load()
    return () => {
      isOver = true
    }
  }, [isLoading])

  async function send(): Promise<void> {
    if (loading.phase !== 'ready' || sending.phase === 'sending') return
    const found = flawsOf(values, loading.settings)
    setFlaws(found)
    if (found.size > 0) return
    setSending({ phase: 'sending' })
    const { name, email, message } = values
    try {
      const { answerId } = conversation
      const fields = { name: name.trim(), email: email.trim(), message: message.trim() }
      // The server removes personal data from what is given: the preview is not sent back to it.
      const submission = { requestId, consent: true, ...fields, transcript: messages, answerId } as const
      const { reference, open } = await transport.send(submission)
      setSending({ phase: 'sent', reference, open })
    } catch (error) {
      setSending({ phase: 'failed', reason: transport.describe(error) })
    }
  }

  return {
    loading,
    transcript,
    values,
    flaws,
    sending,
    change: (changes: Partial<HandoverValues>) => setValues((current) => ({ ...current, ...changes })),
    reload: () => setLoading({ phase: 'loading' }),
    send: () => void send(),
  }
}

function flawsOf(
  { name, email, consent }: HandoverValues,
  settings: HandoverSettings,
): ReadonlySet<HandoverFlaw> {
  const flaws = new Set<HandoverFlaw>()
  if (settings.name === 'required' && name.trim() === '') flaws.add('name')
  const address = email.trim()
  if (address === '' ? settings.reply === 'required' : !looksLikeEmail(address)) flaws.add('email')
  if (!consent) flaws.add('consent')
  return flaws
}

/** Finds typing errors early; the server decides. */
function looksLikeEmail(text: string): boolean {
  const at = text.indexOf('@')
  const domain = text.slice(at + 1)
  return at > 0 && !/[\s@]/u.test(domain) && domain.includes('.', 1) && !domain.endsWith('.')
}
