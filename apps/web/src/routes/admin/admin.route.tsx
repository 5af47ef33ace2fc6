import { paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import { AdminDashboard } from '../../features/admin/settings/admin-dashboard.tsx'
import classes from '../../features/admin/admin.module.css'
import { adminTexts } from '../../features/admin/admin.texts.ts'
import { ReviewLink } from '../../features/review/review-link.tsx'
import { operatorTexts } from '../../features/admin/operators/operators.texts.ts'
import { knowledgeTexts } from '../../features/admin/knowledge/knowledge.texts.ts'
import { SpikeAlerts } from '../../features/admin/operators/safety-counts.tsx'
import { Link } from '../../shared/link.tsx'

/** /admin */
export function AdminRoute() {
  return (
    <Page title={adminTexts.title} indexed={false} fullWidth>
      <div className={classes.lead}>
        <p>{adminTexts.cacheNote}</p>
        <Link to={paths.configurators}>{adminTexts.configurators}</Link>
        <ReviewLink />
        <Link to={paths.knowledge}>{knowledgeTexts.title}</Link>
        <Link to={paths.adminSafety}>{operatorTexts.safety.title}</Link>
        <Link to={paths.adminSearch}>{operatorTexts.search.title}</Link>
        <Link to={paths.adminSynonyms}>{operatorTexts.synonyms.title}</Link>
        <Link to={paths.audit}>{adminTexts.audit}</Link>
      </div>
      <SpikeAlerts />
      <AdminDashboard />
    </Page>
  )
}
