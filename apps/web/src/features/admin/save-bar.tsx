import { Button, StatusLine } from '@org/ui-kit'
import classes from './admin.module.css'
import { adminTexts } from './admin.texts.ts'
import { ChangeList } from './change-list.tsx'
import type { SettingsForm } from './use-settings-form.ts'

const texts = adminTexts.save

/** What will change, and the button that saves it: always in view. */
export function SaveBar({ form }: { form: SettingsForm }) {
  const { changes, saving, outcome } = form
  return (
    <div className={classes.saveBar}>
      {changes.length === 0 ? (
        <p className={classes.muted}>{texts.nothing}</p>
      ) : (
        <details className={classes.pending}>
          <summary>{texts.unsaved(changes.length)}</summary>
          <ChangeList changes={changes} />
        </details>
      )}
      <div className={classes.row}>
        <StatusLine tone={outcome?.failed === true ? 'error' : 'success'}>
          {outcome?.part === 'all' && outcome.text}
        </StatusLine>
        {changes.length > 0 && (
          <Button variant="ghost" onClick={form.discard}>
            {texts.discard}
          </Button>
        )}
        <Button
          variant="primary"
          busy={saving === 'all'}
          onClick={() => {
            form.save('all')
          }}
        >
          {saving === 'all' ? texts.saving : texts.all}
        </Button>
      </div>
    </div>
  )
}
