import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'
import type { Given } from '../base/with-defaults.ts'

/** The texts of a confirmation. */
export interface ConfirmDialogLabels {
  /** @default 'OK' */
  confirm: string
  /** @default 'Cancel' */
  cancel: string
}

/** A question with two answers. */
export interface ConfirmDialogProps {
  open: boolean
  /** Asks to be closed, after either answer too. */
  onOpenChange: (open: boolean) => void
  /** The question. */
  title: ReactNode
  /** Consequence of confirming. */
  description?: ReactNode
  /** `danger` where the yes cannot be taken back. @default 'primary' */
  variant?: 'primary' | 'danger' | undefined
  onConfirm: () => void
  labels?: Given<ConfirmDialogLabels> | undefined
}

/** Asks before something is done. The focus starts on the no. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  variant = 'primary',
  onConfirm,
  labels,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      {...(description !== undefined && { description })}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button data-autofocus onClick={() => onOpenChange(false)}>
            {labels?.cancel ?? 'Cancel'}
          </Button>
          <Button
            variant={variant}
            onClick={() => {
              onOpenChange(false)
              onConfirm()
            }}
          >
            {labels?.confirm ?? 'OK'}
          </Button>
        </>
      }
    />
  )
}
