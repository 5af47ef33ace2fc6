import { Alert } from '@org/ui-kit'
import classes from './draft-lost.module.css'
import { draftLostTexts } from './draft-lost.texts.ts'

/** Shown above a page whose draft went with the organisation that it was written for. */
export function DraftLost() {
  return (
    <div className={classes.notice}>
      <Alert tone="warning">{draftLostTexts.otherOrganisation}</Alert>
    </div>
  )
}
