import { kit } from '@org/languages'
import { ConfirmDialog } from '@org/ui-kit'
import type { LeaveQuestion } from '../../shared/use-leave-guard.ts'
import { shellTexts } from './shell.texts.ts'

/** Asks before the draft of a hidden page is left behind. */
export function LeaveHidden({ question }: { question: LeaveQuestion }) {
  const texts = shellTexts.leave
  return (
    <ConfirmDialog
      open
      onOpenChange={question.stay}
      variant="danger"
      title={texts.title}
      description={texts.text}
      labels={{ ...kit.confirm, confirm: texts.leave, cancel: texts.stay }}
      onConfirm={question.leave}
    />
  )
}
