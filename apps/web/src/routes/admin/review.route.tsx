import { answerPath, articlePath } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { ReviewScreen } from '../../features/review/review-screen.tsx'
import { useSession } from '../../features/session/use-session.ts'
import { reviewTexts } from '../../features/review/review.texts.ts'

/** /admin/review */
export function ReviewRoute() {
  return (
    <Page title={reviewTexts.title} indexed={false} width="wide">
      <div className={classes.lead}>
        <p>{reviewTexts.intro}</p>
      </div>
      <ReviewScreen
        isAdmin={useSession().role === 'admin'}
        newArticlePath={articlePath('new')}
        answerPath={answerPath}
      />
    </Page>
  )
}
