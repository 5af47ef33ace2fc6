import '@org/analytics-charts/styles.css'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import classes from '../features/analytics/analytics.module.css'
import { analyticsTexts } from '../features/analytics/analytics.texts.ts'
import { Dashboard } from '../features/analytics/dashboard.tsx'
import { useSession } from '../features/session/use-session.ts'
import { Link } from '../shared/link.tsx'

/** /dashboard: analytics; a client finds the way to its widgets above them. */
export function DashboardRoute() {
  const isClient = useSession().role === 'client'
  return (
    <Page title={analyticsTexts.dashboardTitle} indexed={false} width="wide">
      {isClient && (
        <p className={classes.toRoom}>
          <Link to={paths.client}>{analyticsTexts.toRoom}</Link>
        </p>
      )}
      <Dashboard />
    </Page>
  )
}
