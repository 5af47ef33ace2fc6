import { accountPath, paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import { AccountsScreen } from '../../features/admin/accounts/accounts-screen.tsx'
import { accountTexts } from '../../features/admin/accounts/accounts.texts.ts'
import classes from '../../features/admin/admin.module.css'
import { Link } from '../../shared/link.tsx'

/** /admin/accounts */
export function AccountsRoute() {
  return (
    <Page title={accountTexts.title} indexed={false} width="form">
      <div className={classes.lead}>
        <p>
          {accountTexts.intro} <Link to={paths.clients}>{accountTexts.invite}</Link>
        </p>
      </div>
      <AccountsScreen accountPath={accountPath} />
    </Page>
  )
}
