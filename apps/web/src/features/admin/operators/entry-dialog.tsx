import type { OperatorEntry } from '@org/api-client'
import { Alert, Button, StatusLine } from '@org/ui-kit'
import type { ReactNode } from 'react'
import { useOnline } from '../../../shared/use-online.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import { formatTime } from '../format-time.ts'
import type { VersionedForm } from '../use-versioned-form.ts'
import { operatorTexts } from './operators.texts.ts'

const texts = operatorTexts.entry

/** The dialog in which an entry is added or changed. */
export function EntryDialog<Draft, Entry extends OperatorEntry>({
  title,
  form,
  onClose,
  children,
  beside,
}: {
  title: string
  form: VersionedForm<Draft, Entry>
  onClose: () => void
  /** The fields. */
  children: ReactNode
  /** Shown below the form, apart from it. */
  beside?: ReactNode
}) {
  const isOnline = useOnline()
  const { conflict } = form
  return (
    <FormDialog
      title={title}
      size="large"
      isSaving={form.isSaving}
      canSave={isOnline}
      onSave={() => {
        form.save()
      }}
      onClose={onClose}
      beside={beside}
    >
      {conflict !== undefined && (
        <Alert tone="warning" title={texts.conflict}>
          <p>
            {adminTexts.conflict.by(
              conflict.updatedBy ?? adminTexts.history.deletedAccount,
              formatTime(conflict.updatedAt),
            )}
          </p>
          <div className={classes.row}>
            <Button
              onClick={() => {
                form.resolve(true)
              }}
            >
              {texts.keepMine}
            </Button>
            <Button
              onClick={() => {
                form.resolve(false)
              }}
            >
              {texts.takeTheirs}
            </Button>
          </div>
        </Alert>
      )}
      {!isOnline && <Alert tone="warning">{texts.offline}</Alert>}
      {children}
      <StatusLine tone="error">{form.failure}</StatusLine>
    </FormDialog>
  )
}
