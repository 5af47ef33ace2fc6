import { type ClientInvitation, createAdminCalls, createInvitationCalls, isApiError } from '@org/api-client'
import { Alert, Button, buttonClassName, Skeleton, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clientsQuery, configuratorsQuery } from '../../../shared/clients.queries.ts'
import { Link } from '../../../shared/link.tsx'
import { looksLikeEmail } from '../../../shared/looks-like-email.ts'
import { useCalls } from '../../../shared/services.ts'
import { formatTime } from '../format-time.ts'
import admin from '../admin.module.css'
import { clientsTexts as texts } from './clients.texts.ts'
import classes from './clients.module.css'

const key = ['admin', 'invitations'] as const

/** Props of {@link ClientsScreen}. */
interface ClientsScreenProps {
  /** Address of the editor of a new widget for a client. */
  newWidgetPath: (clientId: string) => string
}

/** Invites clients, lists the invitations, and leads to the widgets that are still to be made. */
export function ClientsScreen({ newWidgetPath }: ClientsScreenProps) {
  const calls = useCalls(createInvitationCalls)
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const invitations = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => calls.clientInvitations({ signal }),
  })
  const change = useMutation({
    mutationFn: async ({ call, done }: { call: () => Promise<void>; done: 'sent' | 'revoked' }) => {
      await call()
      return done
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  const invite = (): void => {
    const address = email.trim()
    const isAddress = looksLikeEmail(address)
    setIsWrong(!isAddress)
    if (!isAddress || change.isPending) return
    change.mutate(
      { call: () => calls.inviteClient(address), done: 'sent' },
      { onSuccess: () => setEmail('') },
    )
  }
  return (
    <div className={admin.stack}>
      <form
        noValidate
        className={classes.invite}
        onSubmit={(event) => {
          event.preventDefault()
          invite()
        }}
      >
        <TextField
          label={texts.email}
          error={isWrong && texts.invalid}
          type="email"
          dir="ltr"
          maxLength={254}
          value={email}
          onValueChange={setEmail}
        />
        <Button type="submit" variant="primary" busy={change.isPending}>
          {texts.invite}
        </Button>
      </form>
      <StatusLine tone={change.isError ? 'error' : 'success'}>
        {change.isError && ((isApiError(change.error) && change.error.reason) || texts.failed)}
        {change.isSuccess && texts[change.data]}
      </StatusLine>
      {invitations.isPending && <Skeleton lines={2} label={texts.loading} />}
      {invitations.isError && (
        <Alert
          tone="danger"
          action={
            <Button size="small" onClick={() => void invitations.refetch()}>
              {texts.retry}
            </Button>
          }
        >
          {texts.loadError}
        </Alert>
      )}
      {invitations.data?.length === 0 && <p>{texts.empty}</p>}
      {invitations.data !== undefined && invitations.data.length > 0 && (
        <ul className={classes.list} aria-label={texts.list}>
          {invitations.data.map((invitation) => (
            <Invitation
              key={invitation.id}
              invitation={invitation}
              onResend={() =>
                change.mutate({ call: () => calls.resendInvitation(invitation.id), done: 'sent' })
              }
              onRevoke={() =>
                change.mutate({ call: () => calls.revokeInvitation(invitation.id), done: 'revoked' })
              }
            />
          ))}
        </ul>
      )}
      <WithoutWidget newWidgetPath={newWidgetPath} />
    </div>
  )
}

/** Clients who wait for their first widget; nothing without any, and while the lists load. */
function WithoutWidget({ newWidgetPath }: ClientsScreenProps) {
  const calls = useCalls(createAdminCalls)
  // Failures loading lists are silently ignored (specification 2, section 8).
  const { data: clients } = useQuery(clientsQuery(calls))
  const { data: widgets } = useQuery(configuratorsQuery(calls))
  if (clients === undefined || widgets === undefined) return null
  const owners = new Set(widgets.map(({ clientOwner }) => clientOwner))
  const waiting = clients.filter(({ id }) => !owners.has(id))
  if (waiting.length === 0) return null
  const { heading, text, add, addFor } = texts.withoutWidget
  return (
    <section className={admin.stack} aria-labelledby="clients-without-widget">
      <div>
        <h2 id="clients-without-widget">{heading}</h2>
        <p className={classes.hint}>{text}</p>
      </div>
      <ul className={classes.list}>
        {waiting.map(({ id, email }) => (
          <li key={id}>
            <bdi>{email}</bdi>
            <Link
              className={buttonClassName({ size: 'small' })}
              to={newWidgetPath(id)}
              aria-label={addFor(email)}
            >
              {add}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Invitation({
  invitation: { email, status, sentAt, expiresAt, sendsLeft },
  onResend,
  onRevoke,
}: {
  invitation: ClientInvitation
  onResend: () => void
  onRevoke: () => void
}) {
  return (
    <li>
      <div>
        <p>
          <bdi>{email}</bdi> · {texts.statuses[status]}
        </p>
        <p className={classes.hint}>
          {texts.sentAt(formatTime(sentAt))}
          {status === 'open' && `, ${texts.until(formatTime(expiresAt))}`}
        </p>
      </div>
      {status !== 'accepted' && (
        <div className={classes.actions}>
          <Button
            size="small"
            disabled={sendsLeft === 0}
            aria-label={texts.resendOf(email)}
            onClick={onResend}
          >
            {texts.resend}
          </Button>
          <Button size="small" variant="danger" aria-label={texts.revokeOf(email)} onClick={onRevoke}>
            {texts.revoke}
          </Button>
        </div>
      )}
    </li>
  )
}
