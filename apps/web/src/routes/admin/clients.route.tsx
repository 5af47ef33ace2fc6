import { newWidgetPath } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { ClientsScreen } from '../../features/admin/clients/clients-screen.tsx'
import { clientsTexts } from '../../features/admin/clients/clients.texts.ts'

/** /admin/clients */
export function ClientsRoute() {
  return (
    <Page title={clientsTexts.title} indexed={false} width="form">
      <div className={classes.lead}>
        <p>{clientsTexts.intro}</p>
      </div>
      <ClientsScreen newWidgetPath={newWidgetPath} />
    </Page>
  )
}
