import { Alert, Button } from '@org/ui-kit'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { formatTime } from '../format-time.ts'
import { editorName } from './editor-name.ts'
import { knowledgeTexts } from './knowledge.texts.ts'

const texts = knowledgeTexts.conflict

/** Shows that somebody else has saved, and lets the person choose between both versions. */
export function ConflictAlert({
  theirs,
  resolve,
}: {
  theirs: { updatedBy: string | null; updatedAt: string }
  resolve: (keepMine: boolean) => void
}) {
  return (
    <Alert tone="warning" title={texts.title}>
      <p>
        {adminTexts.conflict.by(
          editorName(theirs.updatedBy) ?? adminTexts.history.deletedAccount,
          formatTime(theirs.updatedAt),
        )}
      </p>
      <div className={classes.row}>
        <Button
          onClick={() => {
            resolve(true)
          }}
        >
          {texts.keepMine}
        </Button>
        <Button
          onClick={() => {
            resolve(false)
          }}
        >
          {texts.takeTheirs}
        </Button>
      </div>
    </Alert>
  )
}
