import { useParams } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import { evaluationTexts } from '../../features/admin/evaluations/evaluations.texts.ts'
import { RunScreen } from '../../features/admin/evaluations/run-screen.tsx'

/** /admin/evaluations/:id */
export function EvaluationRoute() {
  const { id = '' } = useParams()
  return (
    <Page title={evaluationTexts.run.name} indexed={false} width="wide">
      <RunScreen key={id} id={id} listPath={paths.evaluations} settingsPath={paths.admin} />
    </Page>
  )
}
