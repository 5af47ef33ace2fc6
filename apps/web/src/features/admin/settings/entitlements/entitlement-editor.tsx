import { isApiError } from '@org/api-client'
import type { EntitlementsUpdate } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import { useEffect, useRef, useState } from 'react'
import { AddressField } from '../../address-field.tsx'
import classes from '../../admin.module.css'
import { adminTexts } from '../../admin.texts.ts'
import { describeFailure } from '../../describe-failure.ts'
import { Section } from '../../section.tsx'
import { sectionIds } from '../section-ids.ts'
import { EntitlementLists } from './entitlement-lists.tsx'
import { useEntitlements } from './use-entitlements.ts'

const texts = adminTexts.editor

/** Sets what one user may use: loads what is stored, and merges into it or replaces it. */
export function EntitlementEditor({ onDirtyChange }: { onDirtyChange: (isDirty: boolean) => void }) {
  const { options, lists, change, loadedEmail, isDirty, load, save } = useEntitlements()
  const fieldRef = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const address = email.trim()

  useEffect(() => {
    onDirtyChange(isDirty)
  }, [isDirty, onDirtyChange])

  function withAddress(act: (of: string) => void): void {
    load.reset()
    save.reset()
    setIsMissing(address === '')
    if (address === '') fieldRef.current?.focus()
    else act(address)
  }

  const saveAs = (mode: EntitlementsUpdate['mode']) => ({
    pending: save.isPending ? save.variables.mode : undefined,
    mode,
    onSave: () => withAddress((of) => save.mutate({ email: of, mode, ...lists })),
  })

  return (
    <Section id={sectionIds.entitlements} title={texts.title}>
      <div className={classes.inline}>
        <AddressField
          ref={fieldRef}
          label={texts.email}
          value={email}
          onValueChange={setEmail}
          error={isMissing && adminTexts.lookup.emailMissing}
        />
        <Button busy={load.isPending} onClick={() => withAddress((of) => load.mutate(of))}>
          {texts.load}
        </Button>
      </div>
      <EntitlementLists options={options} lists={lists} change={change} />
      <p className={classes.muted}>{texts.note}</p>
      {address !== '' && loadedEmail !== address && <p className={classes.muted}>{texts.loadFirst}</p>}
      <div className={classes.row}>
        <SaveButton {...saveAs('merge')} label={texts.merge} />
        <SaveButton {...saveAs('replace')} label={texts.replace} />
        {save.isError || load.isError ? (
          <StatusLine tone="error">
            {save.isError ? describeEntitlementFailure(save.error) : describeFailure(load.error)}
          </StatusLine>
        ) : (
          <StatusLine tone="success">
            {save.isSuccess ? texts.saved : load.isSuccess && texts.loaded(load.variables)}
          </StatusLine>
        )}
      </div>
    </Section>
  )
}

function SaveButton({
  mode,
  pending,
  label,
  onSave,
}: {
  mode: EntitlementsUpdate['mode']
  /** Mode of the save under way. */
  pending: EntitlementsUpdate['mode'] | undefined
  label: string
  onSave: () => void
}) {
  return (
    <Button busy={pending === mode} disabled={pending !== undefined && pending !== mode} onClick={onSave}>
      {pending === mode ? adminTexts.save.saving : label}
    </Button>
  )
}

// Specification 2, section 8: 'Error: ' and the server's error, or its detail, or 'HTTP {status}'.
function describeEntitlementFailure(error: unknown): string {
  const isAnswered = isApiError(error) && (error.reason ?? error.status) !== undefined
  return isAnswered ? texts.error(error.message) : adminTexts.saveFailed
}
