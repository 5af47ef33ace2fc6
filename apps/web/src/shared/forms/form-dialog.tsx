import { kit } from '@org/languages'
import { Button, Dialog, type DialogProps } from '@org/ui-kit'
import { useId, type ReactNode } from 'react'
import classes from './forms.module.css'
import { formTexts } from './forms.texts.ts'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  /** @default 'Save' */
  saveLabel?: string
  /** @default false */
  isSaving?: boolean
  /** False where nothing can be saved, as without a connection. @default true */
  canSave?: boolean
  /** True for a form that shows its errors itself. @default false */
  noValidate?: boolean
  onSave: () => void
  /** Called by the cancel button and by whatever closes a dialog. */
  onClose: () => void
  /** Buttons before those that cancel and save. */
  buttons?: ReactNode
  /** The fields. */
  children: ReactNode
  /** Shown below the form, apart from it. */
  beside?: ReactNode
}

/** A dialog with one form, and the buttons that cancel and save it. */
export function FormDialog({
  title,
  description,
  size,
  saveLabel = formTexts.save,
  isSaving = false,
  canSave = true,
  noValidate = false,
  onSave,
  onClose,
  buttons,
  children,
  beside,
}: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      labels={kit.dialog}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          {buttons}
          <Button onClick={onClose}>{formTexts.cancel}</Button>
          <Button variant="primary" type="submit" form={id} busy={isSaving} disabled={!canSave}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate={noValidate}
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        {children}
      </form>
      {beside}
    </Dialog>
  )
}
