import { Alert, Button } from '@org/ui-kit'
import { useEffect, useRef } from 'react'
import { ChangeTable } from '../history/change-table.tsx'
import { changedFields, toForm, type FormValues } from './configurator-form.ts'
import classes from '../configurators.module.css'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import type { Conflict } from './use-saving.ts'

/** Both versions of a widget that two people have changed, and the choice between them. */
export function ConflictNotice({
  conflict: { theirs, by },
  mine,
  emailOf,
  onKeepMine,
  onTakeTheirs,
}: {
  conflict: Conflict
  mine: FormValues
  emailOf: (clientId: string) => string
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const boxRef = useRef<HTMLDivElement>(null)
  const other = theirs === null ? null : toForm(theirs)
  // It stands below the button that was pressed, which may be at the edge of the view.
  useEffect(() => {
    boxRef.current?.focus()
  }, [])

  return (
    <div ref={boxRef} tabIndex={-1} className={classes.conflict}>
      <Alert tone="warning" title={texts.conflict.title}>
        {by !== null && <p>{texts.conflict.by(by.who, by.when)}</p>}
        {other === null ? (
          <p>{texts.conflict.gone}</p>
        ) : changedFields(other, mine).length === 0 ? (
          <p>{texts.conflict.same}</p>
        ) : (
          <ChangeTable before={other} after={mine} beforeLabel={texts.conflict.theirs} emailOf={emailOf} />
        )}
        <p className={classes.row}>
          <Button size="small" onClick={onKeepMine}>
            {texts.conflict.keepMine}
          </Button>
          {other !== null && (
            <Button size="small" onClick={onTakeTheirs}>
              {texts.conflict.takeTheirs}
            </Button>
          )}
        </p>
      </Alert>
    </div>
  )
}
