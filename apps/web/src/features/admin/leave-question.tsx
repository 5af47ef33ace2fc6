import { kit } from '@org/languages'
import { ConfirmDialog } from '@org/ui-kit'
import type { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { adminTexts } from './admin.texts.ts'

/** Asks before a page with unsaved changes is left. */
export function LeaveQuestion({ leaving }: { leaving: ReturnType<typeof useLeaveGuard> }) {
  return (
    <ConfirmDialog
      open={leaving.isAsked}
      onOpenChange={leaving.stay}
      variant="danger"
      title={adminTexts.leave.title}
      description={adminTexts.leave.text}
      labels={{ ...kit.confirm, confirm: adminTexts.leave.leave, cancel: adminTexts.leave.stay }}
      onConfirm={leaving.leave}
    />
  )
}

/** Returns whether a navigation follows a save or a deletion, after which nothing is left that could be lost. */
export function isOwnNavigation(state: unknown): boolean {
  const { saved, deleted } = Object(state)
  return saved === true || typeof deleted === 'string'
}
