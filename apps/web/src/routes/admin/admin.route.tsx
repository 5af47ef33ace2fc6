import { evaluationPath } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import { AdminDashboard } from '../../features/admin/settings/admin-dashboard.tsx'
import classes from '../../features/admin/admin.module.css'
import { adminTexts } from '../../features/admin/admin.texts.ts'
import { SpikeAlerts } from '../../features/admin/operators/safety/safety-counts.tsx'

/** /admin */
export function AdminRoute() {
  return (
    <Page title={adminTexts.title} indexed={false} width="form">
      <div className={classes.lead}>
        <p>{adminTexts.cacheNote}</p>
      </div>
      <SpikeAlerts />
      <AdminDashboard runPath={evaluationPath} />
    </Page>
  )
}
