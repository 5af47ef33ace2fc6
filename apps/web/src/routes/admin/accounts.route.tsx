import { accountPath } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import { AccountsScreen } from '../../features/admin/accounts/accounts-screen.tsx'
import { accountTexts } from '../../features/admin/accounts/accounts.texts.ts'
import classes from '../../features/admin/admin.module.css'

/** /admin/accounts */
export function AccountsRoute() {
  return (
    <Page title={accountTexts.title} indexed={false} width="form">
      <div className={classes.lead}>
        <p>{accountTexts.intro}</p>
      </div>
      <AccountsScreen accountPath={accountPath} />
    </Page>
  )
}
