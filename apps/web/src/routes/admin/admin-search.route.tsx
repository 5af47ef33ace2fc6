import { paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { adminTexts } from '../../features/admin/admin.texts.ts'
import { operatorTexts } from '../../features/admin/operators/operators.texts.ts'
import { TestSearch } from '../../features/admin/operators/test-search.tsx'
import { Link } from '../../shared/link.tsx'

/** /admin/search */
export function AdminTestSearchRoute() {
  return (
    <Page title={operatorTexts.search.title} indexed={false} fullWidth>
      <div className={classes.lead}>
        <p>{operatorTexts.search.intro}</p>
        <Link to={paths.admin}>{adminTexts.title}</Link>
      </div>
      <TestSearch />
    </Page>
  )
}
