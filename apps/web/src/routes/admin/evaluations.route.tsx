import { evaluationPath, paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { EvaluationsScreen } from '../../features/admin/evaluations/evaluations-screen.tsx'
import { evaluationTexts } from '../../features/admin/evaluations/evaluations.texts.ts'

/** /admin/evaluations */
export function EvaluationsRoute() {
  return (
    <Page title={evaluationTexts.title} indexed={false} width="wide">
      <div className={classes.lead}>
        <p>{evaluationTexts.intro}</p>
      </div>
      <EvaluationsScreen runPath={evaluationPath} settingsPath={paths.admin} />
    </Page>
  )
}
