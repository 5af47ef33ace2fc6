import { paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { adminTexts } from '../../features/admin/admin.texts.ts'
import { operatorTexts } from '../../features/admin/operators/operators.texts.ts'
import { SafetyScreen } from '../../features/admin/operators/safety-screen.tsx'
import { Link } from '../../shared/link.tsx'

/** /admin/safety */
export function AdminSafetyRoute() {
  return (
    <Page title={operatorTexts.safety.title} indexed={false} fullWidth>
      <div className={classes.lead}>
        <p>{operatorTexts.safety.intro}</p>
        <Link to={paths.admin}>{adminTexts.title}</Link>
      </div>
      <SafetyScreen />
    </Page>
  )
}
