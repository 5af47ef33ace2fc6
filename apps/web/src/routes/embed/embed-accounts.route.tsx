import { TextField } from '@org/ui-kit'
import { paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import { EmbedForm, PlaceholderForm } from '../../features/embed/embed-form.tsx'
import { embedTexts } from '../../features/embed/embed.texts.ts'
import { useAddressParameters } from '../../shared/use-address-parameters.ts'

/** /embed/login */
export function EmbedLoginRoute() {
  const query = useAddressParameters()
  const { title, submit } = embedTexts.login
  return (
    <Page title={title}>
      <EmbedForm action="/embed/login" cfg={query.get('cfg')} submit={submit} />
    </Page>
  )
}

/** /embed/signup */
export function EmbedSignupRoute() {
  const query = useAddressParameters()
  const { title, submit } = embedTexts.signup
  return (
    <Page title={title}>
      <EmbedForm action="/embed/signup" cfg={query.get('cfg')} submit={submit} />
    </Page>
  )
}

/** /embed/reset-password: leads to the site's own page. */
export function EmbedResetPasswordRoute() {
  const { title, submit } = embedTexts.resetPassword
  return (
    <Page title={title}>
      <PlaceholderForm action={paths.resetPassword} submit={submit}>
        <TextField label={embedTexts.email} type="email" autoComplete="username" />
      </PlaceholderForm>
    </Page>
  )
}

/** /embed/set-password: leads to the site's own page. */
export function EmbedSetPasswordRoute() {
  const { title, submit } = embedTexts.setPassword
  return (
    <Page title={title}>
      <PlaceholderForm action={paths.setPassword} submit={submit}>
        <TextField label={embedTexts.newPassword} type="password" autoComplete="new-password" />
        <TextField label={embedTexts.confirm} type="password" autoComplete="new-password" />
      </PlaceholderForm>
    </Page>
  )
}

/** /embed/auth/callback: the sign-in goes on in the tab that it began in. */
export function EmbedCallbackRoute() {
  const { title, text } = embedTexts.callback
  return (
    <Page title={title}>
      <p>{text}</p>
    </Page>
  )
}
