import '@org/analytics-charts/styles.css'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { analyticsTexts } from '../features/analytics/analytics.texts.ts'
import { ClientInsights } from '../features/analytics/client-insights.tsx'
import classes from '../features/client-room/client-room.module.css'
import { ClientActivity } from '../features/client-room/client-activity.tsx'
import { ClientRoom } from '../features/client-room/client-room.tsx'
import { VisitorsSection } from '../features/client-room/visitors/visitors-section.tsx'
import { useMay } from '../features/session/use-may.ts'
import { useSession } from '../features/session/use-session.ts'
import { TopDown } from '../shared/loading/top-down.tsx'

/** /client: a client's widgets, newest questions and insights; for an administrator the insights of any client. */
export function ClientRoute() {
  const isClient = useSession().role === 'client'
  const mayManage = useMay('manage')
  return (
    <Page title={analyticsTexts.clientTitle} indexed={false} width="wide">
      <TopDown className={classes.room}>
        {isClient && <ClientRoom knowledgePath={paths.knowledge} contactPath={paths.contact} />}
        {/* Above the figures: a client acts on a question that was not covered. */}
        {isClient && <ClientActivity reviewPath={paths.review} />}
        <ClientInsights paths={paths} />
        {isClient && mayManage && <VisitorsSection />}
      </TopDown>
    </Page>
  )
}
