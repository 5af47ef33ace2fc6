import { kit } from '@org/languages'
import { Button, Dialog, StatusLine } from '@org/ui-kit'
import { useState } from 'react'
import type { RefObject } from 'react'
import classes from '../admin.module.css'
import bar from './save-bar.module.css'
import { adminTexts } from '../admin.texts.ts'
import { ChangeList } from '../change-list.tsx'
import { focusFlaw } from '../focus-flaw.ts'
import { evaluationTexts } from '../evaluations/evaluations.texts.ts'
import { DraftButton } from './draft-bar.tsx'
import type { DraftSaving } from './use-draft-saving.ts'
import type { SettingsForm } from './use-settings-form.ts'

const texts = adminTexts.save

/** Bar with the pending changes and the save button: always in view. */
export function SaveBar({
  form,
  drafts,
  buttonRef,
}: {
  form: SettingsForm
  drafts: DraftSaving
  /** The button that is always there: it receives the focus when the element that has it is removed. */
  buttonRef: RefObject<HTMLButtonElement | null>
}) {
  const { changes, saving, outcome } = form
  const [isReviewing, setIsReviewing] = useState(false)
  return (
    <div className={bar.saveBar}>
      {changes.length === 0 ? (
        <p className={classes.muted}>{texts.nothing}</p>
      ) : (
        <Button
          onClick={() => {
            setIsReviewing(true)
          }}
        >
          {drafts.isUnsaved ? texts.unsaved(changes.length) : evaluationTexts.drafts.against(changes.length)}
        </Button>
      )}
      <div className={bar.outcome}>
        <StatusLine tone={outcome?.failed === true ? 'error' : 'success'}>
          {outcome?.part === 'all' && outcome.text}
        </StatusLine>
        {changes.length > 0 && (
          <Button
            variant="ghost"
            onClick={() => {
              drafts.close()
              buttonRef.current?.focus()
            }}
          >
            {texts.discard}
          </Button>
        )}
        <DraftButton drafts={drafts} disabled={changes.length === 0 && drafts.opened === undefined} />
        <Button
          ref={buttonRef}
          variant="primary"
          busy={saving === 'all'}
          onClick={({ currentTarget }) => {
            if (!form.save('all')) focusFlaw(currentTarget.closest('main'))
          }}
        >
          {saving === 'all' ? texts.saving : texts.all}
        </Button>
      </div>
      <Dialog
        labels={kit.dialog}
        open={isReviewing}
        onOpenChange={setIsReviewing}
        title={texts.review}
        size="large"
      >
        <ChangeList changes={changes} />
      </Dialog>
    </div>
  )
}
