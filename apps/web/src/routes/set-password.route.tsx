import { useNavigate } from 'react-router'
import { loginPath, originParameter, paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { AccountScreen } from '../features/accounts/account-screen.tsx'
import classes from '../features/accounts/accounts.module.css'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import { passwordChanged } from '../features/accounts/password-changed.ts'
import { SetPasswordForm } from '../features/accounts/set-password-form.tsx'
import { recheckSession } from '../features/session/session.queries.ts'
import { useSession } from '../features/session/use-session.ts'
import { Link } from '../shared/link.tsx'
import { useServices } from '../shared/services.ts'
import { useAddressParameters } from '../shared/use-address-parameters.ts'

const texts = accountsTexts.setPassword

/**
 * /set-password: a new password, after a recovery link or for a signed-in person, who also types the current one. The
 * sign-in that follows opens the path that the link names.
 */
export function SetPasswordRoute() {
  const { api, queryClient } = useServices()
  const navigate = useNavigate()
  const { email } = useSession()
  const origin = useAddressParameters().get(originParameter)
  return (
    <Page windowTitle={texts.title} indexed={false}>
      <AccountScreen title={texts.title}>
        <SetPasswordForm
          email={email}
          send={async (password, currentPassword) => {
            await api.updatePassword(password, currentPassword === undefined ? {} : { currentPassword })
            await recheckSession(queryClient)
            await navigate(loginPath(origin ?? undefined), { replace: true, state: passwordChanged })
            return null
          }}
        >
          <p className={classes.others}>
            <Link to={paths.resetPassword}>{texts.newLink}</Link>
          </p>
        </SetPasswordForm>
      </AccountScreen>
    </Page>
  )
}
