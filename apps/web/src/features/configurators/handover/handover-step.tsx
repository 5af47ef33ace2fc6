import { isApiError } from '@org/api-client'
import { kit } from '@org/languages'
import { Alert, Button, Checkbox, Select, Skeleton, StatusLine, TextField } from '@org/ui-kit'
import { CopyButton } from '@org/ui-kit/chat'
import { useEffect, useRef } from 'react'
import editor from '../configurators.module.css'
import { formatMoment } from '../history/format-moment.ts'
import classes from '../steps/appearance/appearance.module.css'
import own from './handover.module.css'
import { handoverTexts as texts } from './handover.texts.ts'
import { HoursFields } from './hours-fields.tsx'
import type { HandoverForm, HandoverValues } from './use-handover-settings.ts'

/** The step beside the numbered ones that names who takes over conversations. It is saved by its own button. */
export function HandoverStep({ form }: { form: HandoverForm }) {
  const { query, values } = form
  if (form.id === null) return <p className={editor.hint}>{texts.unsaved}</p>
  return (
    <>
      <p className={editor.hint}>{texts.intro}</p>
      {query.isPending && <Skeleton lines={4} label={texts.loading} />}
      {query.isError && (
        <Alert
          tone="danger"
          action={
            <Button size="small" onClick={() => void query.refetch()}>
              {texts.retry}
            </Button>
          }
        >
          {texts.loadError}
        </Alert>
      )}
      {values !== undefined && <Fields form={form} values={values} />}
    </>
  )
}

interface FieldProps {
  form: HandoverForm
  values: HandoverValues
}

function Fields({ form, values }: FieldProps) {
  const { change, save, isOutdated } = form
  const formRef = useRef<HTMLFormElement>(null)
  const { flaws } = form
  useEffect(() => {
    if (flaws.size > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [flaws])
  return (
    <form
      ref={formRef}
      noValidate
      className={editor.form}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <Receiver form={form} values={values} />
      {values.channel !== 'off' && (
        <>
          <fieldset className={classes.group}>
            <legend>{texts.form}</legend>
            <div className={editor.pair}>
              <Select
                label={texts.name}
                value={values.name}
                options={(['hidden', 'optional', 'required'] as const).map(need)}
                onValueChange={(name) => change({ name })}
              />
              <Select
                label={texts.reply}
                value={values.reply}
                options={(['optional', 'required'] as const).map(need)}
                onValueChange={(reply) => change({ reply })}
              />
            </div>
            <Checkbox
              label={texts.redact}
              description={texts.redactHint}
              checked={values.redact}
              onCheckedChange={(redact) => change({ redact })}
            />
          </fieldset>
          <HoursFields form={form} values={values} />
        </>
      )}
      <div className={editor.saveBar}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {save.isPending ? texts.saving : texts.save}
        </Button>
        <StatusLine tone={save.isError ? 'error' : save.isSuccess ? 'success' : 'info'}>
          {save.isError && (isOutdated ? texts.conflict : reasonOf(save.error))}
          {save.isSuccess && texts.saved}
        </StatusLine>
        {isOutdated && <Button onClick={form.reload}>{texts.reload}</Button>}
      </div>
    </form>
  )
}

function Receiver({ form, values }: FieldProps) {
  const { change, flaws, stored } = form
  return (
    <fieldset className={classes.group}>
      <Select
        label={texts.channel}
        value={values.channel}
        options={(['off', 'email', 'webhook'] as const).map((value) => ({
          value,
          label: texts.channels[value],
        }))}
        onValueChange={(channel) => change({ channel })}
      />
      {values.channel === 'email' && (
        <>
          {stored?.canMail === false && <Alert tone="warning">{texts.noMail}</Alert>}
          <TextField
            label={texts.email}
            description={texts.emailHint}
            error={flaws.has('email') && texts.emailInvalid}
            type="email"
            dir="ltr"
            maxLength={254}
            value={values.email}
            onValueChange={(email) => change({ email })}
          />
        </>
      )}
      {values.channel === 'webhook' && (
        <>
          <TextField
            label={texts.url}
            description={texts.urlHint}
            error={flaws.has('url') && texts.urlInvalid}
            type="url"
            dir="ltr"
            maxLength={500}
            spellCheck={false}
            value={values.url}
            onValueChange={(url) => change({ url })}
          />
          <Secret form={form} />
        </>
      )}
    </fieldset>
  )
}

/** The secret that signs webhooks, and a test of the one that is saved. */
function Secret({ form }: { form: HandoverForm }) {
  const { secret, stored, rotate, test, isDirty } = form
  const secretAt = stored?.secretAt ?? null
  return (
    <>
      {secret !== null && (
        <Alert tone="warning" title={texts.secretOnce}>
          <p className={own.secret}>
            <code dir="ltr">{secret}</code>
            <CopyButton text={secret} labels={{ ...kit.copy, copy: texts.copySecret }} />
          </p>
        </Alert>
      )}
      <p className={editor.hint}>
        {secretAt === null ? texts.noSecret : texts.secretAt(formatMoment(secretAt))}{' '}
        {secretAt !== null && texts.newSecretHint}
      </p>
      {secretAt !== null && (
        <div className={own.actions}>
          <Button size="small" busy={rotate.isPending} onClick={() => rotate.mutate()}>
            {texts.newSecret}
          </Button>
          <Button size="small" busy={test.isPending} disabled={isDirty} onClick={() => test.mutate()}>
            {texts.test}
          </Button>
          <StatusLine tone={test.data?.delivered === true ? 'success' : 'error'}>
            {rotate.isError && reasonOf(rotate.error)}
            {test.isError && reasonOf(test.error)}
            {test.data !== undefined && describeTest(test.data)}
          </StatusLine>
        </div>
      )}
    </>
  )
}

function describeTest({ delivered, status }: { delivered: boolean; status: number | null }): string {
  if (status === null) return texts.testUnreachable
  return delivered ? texts.testDelivered(status) : texts.testRefused(status)
}

function need<Value extends keyof typeof texts.needs>(value: Value): { value: Value; label: string } {
  return { value, label: texts.needs[value] }
}

function reasonOf(error: unknown): string {
  return (isApiError(error) ? error.reason : undefined) ?? texts.loadError
}
