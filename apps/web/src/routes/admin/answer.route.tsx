import { useParams, useSearchParams } from 'react-router'
import { answerPath, paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { AnswerEditor } from '../../features/admin/answers/answer-editor.tsx'
import { answerTexts } from '../../features/admin/answers/answers.texts.ts'
import { useMay } from '../../features/session/use-may.ts'
import { useSession } from '../../features/session/use-session.ts'
import { Link } from '../../shared/link.tsx'

/** /admin/answers/{id} */
export function AnswerRoute() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const isAdmin = useSession().role === 'admin'
  const stored = useMay('review') ? answerTexts.edit : answerTexts.show
  return (
    <Page title={id === 'new' ? answerTexts.add : stored} indexed={false} width="wide">
      <div className={classes.lead}>
        <Link to={paths.answers}>{answerTexts.backToList}</Link>
      </div>
      <AnswerEditor
        key={id}
        id={id}
        from={{ review: search.get('review') ?? undefined, gap: search.get('gap') ?? undefined }}
        listPath={paths.answers}
        answerPath={answerPath}
        isAdmin={isAdmin}
      />
    </Page>
  )
}
