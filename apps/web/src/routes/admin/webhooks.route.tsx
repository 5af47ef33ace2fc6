import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { WebhooksScreen } from '../../features/admin/webhooks/webhooks-screen.tsx'
import { webhookTexts } from '../../features/admin/webhooks/webhooks.texts.ts'
import { useSession } from '../../features/session/use-session.ts'

/** /admin/webhooks: for clients and administrators. */
export function WebhooksRoute() {
  return (
    <Page title={webhookTexts.title} indexed={false} width="wide">
      <div className={classes.lead}>
        <p>{webhookTexts.intro}</p>
      </div>
      <WebhooksScreen isAdmin={useSession().role === 'admin'} />
    </Page>
  )
}
