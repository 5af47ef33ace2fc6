import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { operatorTexts } from '../../features/admin/operators/operators.texts.ts'
import { SafetyScreen } from '../../features/admin/operators/safety/safety-screen.tsx'

/** /admin/safety */
export function AdminSafetyRoute() {
  return (
    <Page title={operatorTexts.safety.title} indexed={false} width="form">
      <div className={classes.lead}>
        <p>{operatorTexts.safety.intro}</p>
      </div>
      <SafetyScreen />
    </Page>
  )
}
