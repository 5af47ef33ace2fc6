import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { ApiKeysScreen } from '../../features/admin/api-keys/api-keys-screen.tsx'
import { apiKeyTexts } from '../../features/admin/api-keys/api-keys.texts.ts'
import { useSession } from '../../features/session/use-session.ts'

/** /admin/api-keys: for clients and administrators. */
export function ApiKeysRoute() {
  return (
    <Page title={apiKeyTexts.title} indexed={false} width="wide">
      <div className={classes.lead}>
        <p>
          {apiKeyTexts.intro} <a href="/api/v1/openapi.json">{apiKeyTexts.description}</a>
        </p>
      </div>
      <ApiKeysScreen isAdmin={useSession().role === 'admin'} />
    </Page>
  )
}
