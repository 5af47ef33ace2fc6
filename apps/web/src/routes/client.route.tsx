import '@org/analytics-charts/styles.css'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { analyticsTexts } from '../features/analytics/analytics.texts.ts'
import { ReviewLink } from '../features/review/review-link.tsx'
import { ClientInsights } from '../features/analytics/client-insights.tsx'
import { Link } from '../shared/link.tsx'

/** /client */
export function ClientRoute() {
  return (
    <Page title={analyticsTexts.clientTitle} indexed={false} fullWidth>
      <ReviewLink />
      <p>
        <Link to={paths.knowledge}>{analyticsTexts.ownContent}</Link>
      </p>
      <ClientInsights paths={paths} />
    </Page>
  )
}
