import { Button, Dialog } from '@org/ui-kit'
import type { Blocker } from 'react-router'
import { configuratorsTexts } from './configurators.texts.ts'

const texts = configuratorsTexts.leave

/** Asks whether unsaved changes may be left behind. */
export function LeaveDialog({ blocker }: { blocker: Blocker }) {
  const stay = (): void => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) stay()
      }}
      role="alertdialog"
      size="small"
      title={texts.title}
      description={texts.text}
      footer={
        <>
          <Button data-autofocus onClick={stay}>
            {texts.cancel}
          </Button>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            {texts.confirm}
          </Button>
        </>
      }
    />
  )
}
