import { TextField } from '@org/ui-kit'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { AccountForm } from '../features/accounts/account-form.tsx'
import { resetPasswordSchema } from '../features/accounts/account-schemas.ts'
import { AccountScreen } from '../features/accounts/account-screen.tsx'
import classes from '../features/accounts/accounts.module.css'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import { describeResetFailure } from '../features/accounts/describe-failure.ts'
import { useAccountForm } from '../features/accounts/use-account-form.ts'
import { Link } from '../shared/link.tsx'
import { OutboxLink } from '../shared/outbox-link.tsx'
import { useServices } from '../shared/services.ts'

const texts = accountsTexts.resetPassword

/** /reset-password: asks for a link to choose a new password. */
export function ResetPasswordRoute() {
  const { api } = useServices()
  const form = useAccountForm({
    schema: resetPasswordSchema,
    focusOnFailure: 'email',
    send: async ({ email }) => (await api.resetPassword(email)).message ?? texts.sent,
    describeFailure: describeResetFailure,
  })
  return (
    <Page windowTitle={texts.title}>
      <AccountScreen title={texts.title} lead={texts.lead}>
        <AccountForm
          texts={texts}
          form={form}
          afterSuccess={<OutboxLink className={classes.others} />}
          fields={
            <TextField
              label={accountsTexts.email}
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...form.field('email')}
            />
          }
        >
          <p className={classes.others}>
            <Link to={paths.login}>{texts.toLogin}</Link>
          </p>
        </AccountForm>
      </AccountScreen>
    </Page>
  )
}
