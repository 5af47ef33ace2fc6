import { paths } from '../../app/paths.ts'
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

/** The address of the editor of a new widget for a client. */
function newWidgetPath(clientId: string): string {
  return `${paths.configurators}?${new URLSearchParams({ id: 'new', owner: clientId }).toString()}`
}
