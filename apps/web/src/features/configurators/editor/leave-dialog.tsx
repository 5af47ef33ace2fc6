import { kit } from '@org/languages'
import { Button, Dialog } from '@org/ui-kit'
import type { LeaveQuestion } from '../../../shared/use-leave-guard.ts'
import { configuratorsTexts } from '../configurators.texts.ts'

const texts = configuratorsTexts.leave

/** Asks whether unsaved changes may be left behind. */
export function LeaveDialog({ question }: { question: LeaveQuestion }) {
  const { isAsked, stay, leave } = question
  return (
    <Dialog
      labels={kit.dialog}
      open={isAsked}
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
          <Button variant="danger" onClick={leave}>
            {texts.confirm}
          </Button>
        </>
      }
    />
  )
}
