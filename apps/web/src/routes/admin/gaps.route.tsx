import { answerPath, articlePath } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { GapScreen } from '../../features/review/gaps/gap-screen.tsx'
import { gapTexts } from '../../features/review/gaps/gaps.texts.ts'

/** /admin/gaps */
export function GapsRoute() {
  return (
    <Page title={gapTexts.title} indexed={false} width="wide">
      <div className={classes.lead}>
        <p>{gapTexts.intro}</p>
      </div>
      <GapScreen articlePath={articlePath} newAnswerPath={answerPath('new')} />
    </Page>
  )
}
