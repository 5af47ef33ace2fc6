import { createMemberCalls, type MemberInvitation } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { memberRoleTexts } from '../../../shared/member-roles.texts.ts'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import list from '../operators/entry-list.module.css'
import { membersKey } from './members.queries.ts'
import { memberTexts as texts } from './members.texts.ts'

interface InvitationListProps {
  clientId: string | undefined
  /** Called with the sentence of a success. */
  onDone: (text: string) => void
  /** Called with the sentence of a success after which the row is gone. */
  onGone: (text: string) => void
}

/** Invitations that nobody has accepted yet. */
export function InvitationList({
  invitations,
  ...props
}: InvitationListProps & { invitations: readonly MemberInvitation[] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={classes.stack}>
      <h2 id={heading} className={list.heading}>
        {texts.invitations}
      </h2>
      {invitations.length === 0 ? (
        <p className={classes.muted}>{texts.noInvitations}</p>
      ) : (
        <ul className={list.entries} aria-labelledby={heading}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} {...props} />
          ))}
        </ul>
      )}
    </section>
  )
}

function InvitationRow({
  invitation: { id, email, role, sentAt, expiresAt, expired, sendsLeft },
  clientId,
  onDone,
  onGone,
}: InvitationListProps & { invitation: MemberInvitation }) {
  const { resendMemberInvitation, revokeMemberInvitation } = useCalls(createMemberCalls)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: membersKey })
  const resend = useMutation({
    mutationFn: () => resendMemberInvitation(id, { clientId }),
    onSuccess: () => onDone(texts.sent),
    onSettled: refresh,
  })
  const revoke = useMutation({
    mutationFn: () => revokeMemberInvitation(id, { clientId }),
    onSuccess: () => onGone(texts.revoked),
    onSettled: refresh,
  })
  const failed = [resend, revoke].find(({ isError }) => isError)
  return (
    <li>
      <div className={list.what}>
        <p className={list.name}>
          <bdi>{email}</bdi>
        </p>
        <p className={list.tags}>
          <span className={list.tag}>{memberRoleTexts.names[role]}</span>
          {expired && <span className={list.tag}>{texts.expired}</span>}
        </p>
        <p className={classes.muted}>
          {texts.sentAt(formatTime(sentAt))}
          {!expired && `, ${texts.until(formatTime(expiresAt))}`}
        </p>
      </div>
      <div className={list.actions}>
        <Button
          size="small"
          disabled={sendsLeft === 0}
          busy={resend.isPending}
          aria-label={texts.resendOf(email)}
          onClick={() => resend.mutate()}
        >
          {texts.resend}
        </Button>
        <Button
          size="small"
          variant="danger"
          busy={revoke.isPending}
          aria-label={texts.revokeOf(email)}
          onClick={() => revoke.mutate()}
        >
          {texts.revoke}
        </Button>
      </div>
      <StatusLine tone="error">{failed !== undefined && describeFailure(failed.error)}</StatusLine>
    </li>
  )
}
