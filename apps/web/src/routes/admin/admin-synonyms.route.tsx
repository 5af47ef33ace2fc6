import { paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { adminTexts } from '../../features/admin/admin.texts.ts'
import { operatorTexts } from '../../features/admin/operators/operators.texts.ts'
import { SynonymsScreen } from '../../features/admin/operators/synonyms-screen.tsx'
import { Link } from '../../shared/link.tsx'

/** /admin/synonyms */
export function AdminSynonymsRoute() {
  return (
    <Page title={operatorTexts.synonyms.title} indexed={false} fullWidth>
      <div className={classes.lead}>
        <p>{operatorTexts.synonyms.intro}</p>
        <Link to={paths.admin}>{adminTexts.title}</Link>
      </div>
      <SynonymsScreen />
    </Page>
  )
}
