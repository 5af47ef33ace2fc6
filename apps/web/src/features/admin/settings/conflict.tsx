import { Alert, Button } from '@org/ui-kit'
import type { StoredLlmSettings } from '@org/api-client'
import { useEffect, useRef } from 'react'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { ChangeList } from '../change-list.tsx'
import { formatTime } from '../format-time.ts'
import { changesIn, toDraft } from './settings-draft.ts'
import type { SettingsForm } from './use-settings-form.ts'

const texts = adminTexts.conflict

/** Two admins have saved: both versions side by side, and which of them is to hold. */
export function Conflict({
  form,
  theirs,
  onResolved,
}: {
  form: SettingsForm
  theirs: StoredLlmSettings
  onResolved: () => void
}) {
  const boxRef = useRef<HTMLDivElement>(null)
  const differing = changesIn(form.draft, toDraft(theirs))
  // The button that was pressed may be far below.
  useEffect(() => {
    boxRef.current?.focus()
  }, [])

  return (
    <div ref={boxRef} tabIndex={-1} className={classes.conflict}>
      <Alert tone="warning" title={texts.title}>
        <p>{texts.by(theirs.updatedBy ?? adminTexts.history.deletedAccount, formatTime(theirs.updatedAt))}</p>
        <ChangeList before={texts.yours} after={texts.theirs} changes={differing} />
        <p className={classes.lastLine}>{texts.onTop}</p>
        <div className={classes.row}>
          <Button
            onClick={() => {
              form.resolve(true)
              onResolved()
            }}
          >
            {texts.keep}
          </Button>
          <Button
            onClick={() => {
              form.resolve(false)
              onResolved()
            }}
          >
            {texts.take}
          </Button>
        </div>
      </Alert>
    </div>
  )
}
