import type { Configurator } from '@org/api-client'
import { kit } from '@org/languages'
import { Alert, Button, ConfirmDialog, StatusLine } from '@org/ui-kit'
import { useState } from 'react'
import classes from '../configurators.module.css'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import type { ConfiguratorForm } from './use-configurator-form.ts'
import { reasonOf, useSaving } from './use-saving.ts'

/** Saves the form, shows the outcome, and deletes the widget after a confirmation. */
export function EditorSaveBar({
  form: { saved, save, restored },
  onDeleted,
}: {
  form: ConfiguratorForm
  onDeleted: () => void
}) {
  const { remove } = useSaving()
  const [confirming, setConfirming] = useState(false)

  async function deleteWidget(id: string): Promise<void> {
    try {
      await remove.mutateAsync(id)
      onDeleted()
    } catch {
      // The alert shows `remove.error`.
    }
  }

  return (
    <>
      {remove.isError && <Alert tone="danger">{texts.deleteFailed(reasonOf(remove.error))}</Alert>}
      <div className={classes.saveBar}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {save.isPending ? texts.saving : texts.save}
        </Button>
        {save.isError ? (
          <StatusLine tone="error">{reasonOf(save.error)}</StatusLine>
        ) : (
          <StatusLine tone={save.isSuccess ? 'success' : 'info'}>
            {save.isSuccess ? texts.saved : restored !== null && texts.history.restored(restored)}
          </StatusLine>
        )}
        {saved !== null && (
          <Button variant="danger" busy={remove.isPending} onClick={() => setConfirming(true)}>
            {remove.isPending ? texts.deleting : texts.delete}
          </Button>
        )}
      </div>
      {saved !== null && (
        <DeleteDialog
          saved={saved}
          open={confirming}
          onOpenChange={setConfirming}
          onConfirm={() => void deleteWidget(saved.id)}
        />
      )}
    </>
  )
}

function DeleteDialog({
  saved,
  ...dialog
}: {
  saved: Configurator
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => void
}) {
  return (
    <ConfirmDialog
      {...dialog}
      variant="danger"
      title={texts.deleteTitle(saved.name)}
      description={texts.deleteText}
      labels={{ ...kit.confirm, confirm: texts.delete, cancel: texts.cancel }}
    />
  )
}
