import { paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { adminTexts } from '../../features/admin/admin.texts.ts'
import { AuditLog } from '../../features/admin/audit/audit-log.tsx'
import { Link } from '../../shared/link.tsx'

/** /admin/audit */
export function AuditRoute() {
  return (
    <Page title={adminTexts.auditPage.title} indexed={false}>
      <div className={classes.lead}>
        <Link to={paths.admin}>{adminTexts.auditPage.back}</Link>
      </div>
      <AuditLog />
    </Page>
  )
}
