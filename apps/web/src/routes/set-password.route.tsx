import { isApiError } from '@org/api-client'
import { useLocation, useNavigate } from 'react-router'
import { loginPath, originParameter, paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { AccountScreen } from '../features/accounts/account-screen.tsx'
import classes from '../features/accounts/accounts.module.css'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import { passwordChanged } from '../features/accounts/password-changed.ts'
import { fromRecoveryLink } from '../features/accounts/recovery-state.ts'
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
  const location = useLocation()
  // The link may be of another account than the one that is signed in.
  const isRecovery = location.state === fromRecoveryLink
  const origin = useAddressParameters().get(originParameter)
  return (
    <Page windowTitle={texts.title} indexed={false}>
      <AccountScreen title={texts.title}>
        <SetPasswordForm
          email={isRecovery ? null : email}
          send={async (password, currentPassword) => {
            const given = currentPassword === undefined ? {} : { currentPassword }
            await api.updatePassword(password, given).catch(async (error: unknown) => {
              // The link has expired meanwhile: the signed-in person needs the field of the current password.
              if (isRecovery && isApiError(error) && error.status === 403) {
                await navigate({ search: location.search }, { replace: true, state: null })
              }
              throw error
            })
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
