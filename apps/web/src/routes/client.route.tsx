import '@org/analytics-charts/styles.css'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { analyticsTexts } from '../features/analytics/analytics.texts.ts'
import { ClientInsights } from '../features/analytics/client-insights.tsx'

/** /client */
export function ClientRoute() {
  return (
    <Page title={analyticsTexts.clientTitle} indexed={false} width="wide">
      <ClientInsights paths={paths} />
    </Page>
  )
}
