import { Page } from '../../app/shell/page.tsx'
import { adminTexts } from '../../features/admin/admin.texts.ts'
import { AuditLog } from '../../features/admin/audit/audit-log.tsx'

/** /admin/audit */
export function AuditRoute() {
  return (
    <Page title={adminTexts.auditPage.title} indexed={false} width="form">
      <AuditLog />
    </Page>
  )
}
