import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { operatorTexts } from '../../features/admin/operators/operators.texts.ts'
import { TestSearch } from '../../features/admin/operators/synonyms/test-search.tsx'

/** /admin/search */
export function AdminTestSearchRoute() {
  return (
    <Page title={operatorTexts.search.title} indexed={false} width="form">
      <div className={classes.lead}>
        <p>{operatorTexts.search.intro}</p>
      </div>
      <TestSearch />
    </Page>
  )
}
