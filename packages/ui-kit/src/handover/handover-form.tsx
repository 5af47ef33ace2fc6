import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { TextArea } from '../controls/text-area.tsx'
import { TextField } from '../controls/text-field.tsx'
import { CopyButton, type CopyButtonLabels } from '../chat/messages/copy-button.tsx'
import { SafetyCard, type SafetyCardLabels } from '../chat/messages/safety-card.tsx'
import { Alert } from '../states/alert.tsx'
import { Skeleton } from '../states/skeleton.tsx'
import { type Given, withDefaults } from '../base/with-defaults.ts'
import type { ConversationTranscript } from './conversation-transcript.ts'
import { defaultLabels, type HandoverLabels } from './handover-labels.ts'
import type { HandoverMessage, HandoverSettings, HandoverTransport } from './handover-transport.ts'
import { useHandoverForm } from './use-handover-form.ts'
import classes from './handover-form.module.css'

/** Props of {@link HandoverForm}. */
export interface HandoverFormProps {
  /** Created once. */
  transport: HandoverTransport
  /** The conversation as it was when the form was opened. */
  conversation: ConversationTranscript
  /** Closes the form. */
  onClose: () => void
  labels?: Given<HandoverLabels> | undefined
  copyLabels?: Given<CopyButtonLabels> | undefined
  safetyLabels?: Given<SafetyCardLabels> | undefined
}

/**
 * The form of a visitor who asks for a person: shows what is sent, asks for consent, and confirms with a reference. A
 * failure keeps what was written. A notice about an urgent danger stays on top.
 */
export function HandoverForm(props: HandoverFormProps) {
  const { conversation, onClose, safetyLabels } = props
  const [given] = useState(conversation)
  const texts = withDefaults(defaultLabels, props.labels)
  const form = useHandoverForm(props.transport, given)
  const { loading, sending } = form
  const notice = given.notice && (
    <SafetyCard
      severity={given.notice.severity}
      title={given.notice.title}
      text={given.notice.text}
      lines={given.notice.lines}
      labels={safetyLabels}
    />
  )
  return (
    <div className={classes['form']}>
      {notice}
      {sending.phase === 'sent' ? (
        <Receipt
          texts={texts}
          reference={sending.reference}
          outside={
            sending.open || loading.phase !== 'ready' ? null : loading.settings.outside || texts.closed
          }
          copyLabels={props.copyLabels}
          onClose={onClose}
        />
      ) : (
        <>
          {loading.phase === 'loading' && <Skeleton lines={5} label={texts.loading} />}
          {loading.phase === 'failed' && (
            <Alert
              tone="danger"
              action={
                <Button size="small" onClick={form.reload}>
                  {texts.retry}
                </Button>
              }
            >
              {texts.loadFailed}
            </Alert>
          )}
          {loading.phase === 'ready' &&
            (loading.settings.available ? (
              <Fields form={form} settings={loading.settings} texts={texts} onClose={onClose} />
            ) : (
              <Alert tone="warning">{texts.unavailable}</Alert>
            ))}
        </>
      )}
    </div>
  )
}

interface FieldsProps {
  form: ReturnType<typeof useHandoverForm>
  settings: HandoverSettings
  texts: HandoverLabels
  onClose: () => void
}

function Fields({ form, settings, texts, onClose }: FieldsProps) {
  const { values, flaws, sending, change } = form
  const formRef = useRef<HTMLFormElement>(null)
  const consentId = useId()
  const label = (text: string, isRequired: boolean): string => (isRequired ? text : texts.optional(text))
  return (
    <form
      ref={formRef}
      noValidate
      className={classes['fields']}
      onSubmit={(event) => {
        event.preventDefault()
        form.send()
        // The flaws are in the page after the next frame.
        requestAnimationFrame(() =>
          formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
        )
      }}
    >
      <p>{texts.intro}</p>
      {!settings.open && <Alert tone="info">{settings.outside || texts.closed}</Alert>}
      {settings.name !== 'hidden' && (
        <TextField
          label={label(texts.name, settings.name === 'required')}
          error={flaws.has('name') && texts.nameMissing}
          value={values.name}
          maxLength={200}
          autoComplete="name"
          data-autofocus=""
          onValueChange={(name) => change({ name })}
        />
      )}
      <TextField
        label={label(texts.email, settings.reply === 'required')}
        error={flaws.has('email') && texts.emailInvalid}
        type="email"
        value={values.email}
        maxLength={254}
        autoComplete="email"
        dir="ltr"
        {...(settings.name === 'hidden' && { 'data-autofocus': '' })}
        onValueChange={(email) => change({ email })}
      />
      <TextArea
        label={texts.optional(texts.message)}
        rows={3}
        maxLength={2000}
        value={values.message}
        onValueChange={(message) => change({ message })}
      />
      <Preview transcript={form.transcript} isRedacted={settings.redact} texts={texts} />
      <Checkbox
        label={texts.consent}
        checked={values.consent}
        aria-invalid={flaws.has('consent') || undefined}
        aria-describedby={flaws.has('consent') ? consentId : undefined}
        onCheckedChange={(consent) => change({ consent })}
      />
      {flaws.has('consent') && (
        <p id={consentId} className={classes['error']}>
          {texts.consentMissing}
        </p>
      )}
      {sending.phase === 'failed' && (
        <Alert tone="danger" title={texts.failed}>
          {sending.reason}
        </Alert>
      )}
      <div className={classes['buttons']}>
        <Button type="submit" variant="primary" busy={sending.phase === 'sending'}>
          {sending.phase === 'failed' ? texts.retry : texts.send}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

interface PreviewProps {
  transcript: readonly HandoverMessage[]
  isRedacted: boolean
  texts: HandoverLabels
}

/** The messages as they are sent. */
function Preview({ transcript, isRedacted, texts }: PreviewProps): ReactNode {
  if (transcript.length === 0) return <p className={classes['hint']}>{texts.noMessages}</p>
  return (
    <details className={classes['preview']}>
      <summary>{texts.preview(transcript.length)}</summary>
      {isRedacted && <p className={classes['hint']}>{texts.redacted}</p>}
      <ol>
        {transcript.map(({ role, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list does not change
          <li key={index}>
            <strong>{role === 'user' ? texts.you : texts.assistant}</strong>
            <p dir="auto">{text}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

interface ReceiptProps {
  texts: HandoverLabels
  reference: string
  /** Shown outside of the opening hours; null within them. */
  outside: string | null
  copyLabels: Given<CopyButtonLabels> | undefined
  onClose: () => void
}

function Receipt({ texts, reference, outside, copyLabels, onClose }: ReceiptProps) {
  return (
    <div className={classes['receipt']}>
      <Alert tone="success" title={texts.sent}>
        {outside}
      </Alert>
      <p className={classes['reference']}>
        <span>{texts.reference}</span> <bdi>{reference}</bdi>
        <CopyButton text={reference} labels={copyLabels} />
      </p>
      <p className={classes['hint']}>{texts.referenceHint}</p>
      <div className={classes['buttons']}>
        {/* The button that was pressed is gone: the focus must not be lost with it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button variant="primary" autoFocus onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </div>
  )
}
