import {
  createMembershipCalls,
  type InvitationPreview,
  isApiError,
  secondStepOf,
  type SecondStep,
} from '@org/api-client'
import { Alert, Button, buttonClassName, PasswordField, Skeleton, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { loginPath, paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { AccountForm } from '../features/accounts/account-form.tsx'
import { AccountScreen } from '../features/accounts/account-screen.tsx'
import { newPasswordSchema } from '../features/accounts/account-schemas.ts'
import classes from '../features/accounts/accounts.module.css'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import { describeFailure } from '../features/accounts/describe-failure.ts'
import { passwordHint, PasswordStrength } from '../features/accounts/password-strength.tsx'
import { useAccountForm } from '../features/accounts/use-account-form.ts'
import { invitationQuery, readInvitationToken } from '../features/members/invitation.queries.ts'
import { invitationTexts as texts } from '../features/members/invitation.texts.ts'
import { recheckSession } from '../features/session/session.queries.ts'
import { useLogout } from '../features/session/use-logout.ts'
import { useSession } from '../features/session/use-session.ts'
import { Link } from '../shared/link.tsx'
import { memberRoleTexts } from '../shared/member-roles.texts.ts'
import { useCalls, useServices } from '../shared/services.ts'

/** /invitation: accepts an invitation to an organisation, by the link of an e-mail. */
export function InvitationRoute() {
  const token = readInvitationToken(useServices().authFragment)
  return (
    <Page windowTitle={texts.title} indexed={false} width="form">
      {token === null ? (
        <Ended title={texts.noToken} text={texts.noTokenText} />
      ) : (
        <Invitation token={token} />
      )}
    </Page>
  )
}

function Invitation({ token }: { token: string }) {
  const { loading, email } = useSession()
  // Shown until the next page has loaded: the link has ended, and the session may be that of a new account.
  const [accepted, setAccepted] = useState<{ invitation: InvitationPreview; reader: string | null }>()
  const preview = useQuery({
    ...invitationQuery(useCalls(createMembershipCalls), token, email),
    enabled: !loading && accepted === undefined,
  })
  const { invitation = preview.data, reader = email } = accepted ?? {}
  if (isApiError(preview.error) && preview.error.status === 401) {
    return <Ended title={texts.ended} text={texts.endedText} />
  }
  return (
    <AccountScreen title={texts.title}>
      {preview.isError && (
        <Alert
          tone="danger"
          action={
            <Button size="small" busy={preview.isFetching} onClick={() => void preview.refetch()}>
              {texts.retry}
            </Button>
          }
        >
          {describeFailure(preview.error, () => texts.loadFailed)}
        </Alert>
      )}
      {invitation === undefined && preview.isPending && <Skeleton lines={4} label={texts.loading} />}
      {invitation !== undefined && !preview.isError && (
        <div className={classes.form}>
          <div>
            <p>
              <bdi>{texts.lead(invitation.organisation)}</bdi>
            </p>
            <p className={classes.who}>
              {texts.role(memberRoleTexts.names[invitation.role])}. {memberRoleTexts.rights[invitation.role]}
            </p>
          </div>
          <NextStep
            token={token}
            invitation={invitation}
            reader={reader}
            onAccepted={() => {
              setAccepted({ invitation, reader })
            }}
          />
        </div>
      )}
    </AccountScreen>
  )
}

function NextStep({
  token,
  invitation,
  reader,
  onAccepted,
}: {
  token: string
  invitation: InvitationPreview
  /** Address of the signed-in person. */
  reader: string | null
  /** Called when the link has been used. */
  onAccepted: () => void
}) {
  const { queryClient } = useServices()
  const { acceptMemberInvitation } = useCalls(createMembershipCalls)
  const navigate = useNavigate()
  const accept = async (password?: string) => {
    let secondStep: SecondStep | null = null
    try {
      await acceptMemberInvitation(token, { password })
    } catch (error) {
      // The organisation requires a second factor: the invitation is accepted, and its set-up comes next.
      secondStep = secondStepOf(error)
      if (secondStep === null) throw error
    }
    onAccepted()
    if (secondStep !== null) {
      await navigate(loginPath(paths.client), { state: { secondStep }, replace: true })
      return
    }
    await recheckSession(queryClient)
    await navigate(paths.client, { replace: true })
  }
  if (invitation.next === 'password') {
    return <PasswordStep email={invitation.email} reader={reader} onAccept={accept} />
  }
  if (invitation.next === 'accept') return <AcceptStep email={invitation.email} onAccept={accept} />
  if (reader !== null) return <OtherAccountStep invited={invitation.email} reader={reader} />
  return (
    <>
      <p>{texts.signInAs(invitation.email)}</p>
      {/* The token stays in memory: it must not stand in an address. */}
      <Link to={loginPath(paths.invitation)} className={buttonClassName({ variant: 'primary', wide: true })}>
        {texts.signIn}
      </Link>
    </>
  )
}

function PasswordStep({
  email,
  reader,
  onAccept,
}: {
  email: string
  reader: string | null
  onAccept: (password: string) => Promise<void>
}) {
  const [password, setPassword] = useState('')
  const form = useAccountForm({
    schema: newPasswordSchema(texts.required),
    focusOnFailure: 'password',
    send: async ({ password: chosen }) => {
      await onAccept(chosen)
      return null
    },
    describeFailure: (error) => describeFailure(error, () => texts.failed),
  })
  return (
    <AccountForm
      texts={texts}
      form={form}
      fields={
        <>
          {reader !== null && <Alert tone="warning">{texts.replaces(reader)}</Alert>}
          <p>{texts.choosePassword(email)}</p>
          <input type="text" hidden readOnly autoComplete="username" value={email} />
          <PasswordField
            label={texts.password}
            labels={accountsTexts}
            autoComplete="new-password"
            description={passwordHint}
            onValueChange={setPassword}
            {...form.field('password')}
          />
          <PasswordStrength password={password} email={email} />
        </>
      }
    />
  )
}

function AcceptStep({ email, onAccept }: { email: string; onAccept: () => Promise<void> }) {
  const accept = useMutation({ mutationFn: onAccept })
  return (
    <>
      <p>{texts.acceptAs(email)}</p>
      <Button
        variant="primary"
        wide
        busy={accept.isPending}
        onClick={() => {
          if (!accept.isPending) accept.mutate()
        }}
      >
        {texts.submit}
      </Button>
      <StatusLine tone="error">
        {accept.isError && describeFailure(accept.error, () => texts.failed)}
      </StatusLine>
    </>
  )
}

/** The invited account is another one than the one that is signed in. */
function OtherAccountStep({ invited, reader }: { invited: string; reader: string }) {
  const navigate = useNavigate()
  const services = useServices()
  const { logOut, isPending } = useLogout(
    async () => {
      const { forgetPerson } = await import('../features/chat/engine/site-engine.ts')
      await forgetPerson(services)
    },
    () => {
      void navigate(loginPath(paths.invitation))
    },
  )
  return (
    <>
      <p>{texts.other(invited, reader)}</p>
      <Button variant="primary" wide busy={isPending} onClick={() => void logOut()}>
        {texts.signOut}
      </Button>
    </>
  )
}

function Ended({ title, text }: { title: string; text: string }) {
  const { authenticated } = useSession()
  return (
    <AccountScreen title={title}>
      <div className={classes.form}>
        <p>{text}</p>
        <Link
          to={authenticated ? paths.chat : paths.login}
          className={buttonClassName({ variant: 'primary', wide: true })}
        >
          {authenticated ? accountsTexts.login.toChat : texts.signIn}
        </Link>
      </div>
    </AccountScreen>
  )
}
