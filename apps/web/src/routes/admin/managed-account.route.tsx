import { useParams } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import { AccountScreen } from '../../features/admin/accounts/account-screen.tsx'
import { accountTexts } from '../../features/admin/accounts/accounts.texts.ts'

/** /admin/accounts/:id */
export function ManagedAccountRoute() {
  const { id = '' } = useParams()
  return (
    <Page title={accountTexts.account.title} indexed={false} width="form">
      <AccountScreen key={id} id={id} listPath={paths.accounts} ownPath={paths.account} />
    </Page>
  )
}
