import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { operatorTexts } from '../../features/admin/operators/operators.texts.ts'
import { SynonymsScreen } from '../../features/admin/operators/synonyms/synonyms-screen.tsx'

/** /admin/synonyms */
export function AdminSynonymsRoute() {
  return (
    <Page title={operatorTexts.synonyms.title} indexed={false} width="form">
      <div className={classes.lead}>
        <p>{operatorTexts.synonyms.intro}</p>
      </div>
      <SynonymsScreen />
    </Page>
  )
}
