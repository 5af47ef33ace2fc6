import '@org/analytics-charts/styles.css'
import { Page } from '../app/shell/page.tsx'
import { analyticsTexts } from '../features/analytics/analytics.texts.ts'
import { Dashboard } from '../features/analytics/dashboard.tsx'

/** /dashboard */
export function DashboardRoute() {
  return (
    <Page title={analyticsTexts.dashboardTitle} indexed={false} width="wide">
      <Dashboard />
    </Page>
  )
}
