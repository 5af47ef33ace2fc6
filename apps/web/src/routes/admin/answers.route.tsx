import { answerPath } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { AnswersScreen } from '../../features/admin/answers/answers-screen.tsx'
import { answerTexts } from '../../features/admin/answers/answers.texts.ts'
import { useSession } from '../../features/session/use-session.ts'

/** /admin/answers */
export function AnswersRoute() {
  const isAdmin = useSession().role === 'admin'
  return (
    <Page title={answerTexts.title} indexed={false} width="wide">
      <div className={classes.lead}>
        <p>{isAdmin ? answerTexts.intro : answerTexts.introClient}</p>
      </div>
      <AnswersScreen answerPath={answerPath} isAdmin={isAdmin} />
    </Page>
  )
}
