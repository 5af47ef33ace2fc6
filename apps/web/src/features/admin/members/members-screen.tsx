import { createMemberCalls, includesAction } from '@org/api-client'
import { Button, EmptyState, Skeleton, StatusLine } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { OwnerSelect } from '../owner-select.tsx'
import { SignInSection } from '../sign-in/sign-in-section.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { membersQuery } from './members.queries.ts'
import { memberTexts as texts } from './members.texts.ts'
import { RenameDialog } from './rename-dialog.tsx'

/** The signed-in person among the members. */
export interface Reader {
  email: string | null
  /** Called when the own role has changed. */
  onRoleChanged: () => void
  /** Called after leaving. */
  onLeft: () => void
}

/** The members of the organisation in use; an administrator chooses a client. */
export function MembersScreen({ isAdmin, reader }: { isAdmin: boolean; reader: Reader }) {
  const [client, setClient] = useState('')
  if (!isAdmin) return <Members clientId={undefined} isAdmin={false} reader={reader} />
  return (
    <div className={classes.stack}>
      <OwnerSelect label={texts.client} own={texts.choose} owner={client} onChange={setClient} />
      {client === '' ? (
        <p className={classes.muted}>{texts.chooseText}</p>
      ) : (
        <Members key={client} clientId={client} isAdmin reader={reader} />
      )}
    </div>
  )
}

function Members({
  clientId,
  isAdmin,
  reader,
}: {
  clientId: string | undefined
  isAdmin: boolean
  reader: Reader
}) {
  const members = useQuery(membersQuery(useCalls(createMemberCalls), clientId))
  const [opened, setOpened] = useState<'invite' | 'rename' | null>(null)
  const [note, setNote] = useState('')
  const headingRef = useRef<HTMLHeadingElement>(null)
  if (members.isPending) return <Skeleton lines={6} label={adminTexts.loading} />
  if (members.data === undefined) return <LoadFailure query={members} />
  const { organisation, role, members: people, invitations } = members.data
  const isManager = role === null || includesAction(role, 'manage')
  const close = () => {
    setOpened(null)
  }
  // A row that is gone had the focus.
  const onGone = (text: string) => {
    setNote(text)
    headingRef.current?.focus()
  }
  return (
    <div className={classes.stack}>
      <div className={list.spread}>
        <h2 ref={headingRef} tabIndex={-1} className={list.heading}>
          <bdi>{texts.organisation(organisation.name)}</bdi>
        </h2>
        {isManager && (
          <div className={list.actions}>
            <Button size="small" onClick={() => setOpened('rename')}>
              {texts.rename}
            </Button>
            <Button size="small" variant="primary" onClick={() => setOpened('invite')}>
              {texts.invite}
            </Button>
          </div>
        )}
      </div>
      {members.isError && <LoadFailure query={members} />}
      <StatusLine tone="success">{note}</StatusLine>
      {people.length === 0 ? (
        <EmptyState title={texts.none}>{texts.noneText}</EmptyState>
      ) : (
        <ul className={list.entries} aria-label={texts.list}>
          {people.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              organisation={organisation.name}
              clientId={clientId}
              isManager={isManager}
              canTransfer={role === 'owner'}
              isReader={role !== null && member.email === reader.email}
              reader={reader}
              onDone={setNote}
              onGone={onGone}
            />
          ))}
        </ul>
      )}
      {isManager && (
        <InvitationList invitations={invitations} clientId={clientId} onDone={setNote} onGone={onGone} />
      )}
      {isManager && <SignInSection clientId={clientId} isAdmin={isAdmin} />}
      {opened === 'invite' && <InviteDialog clientId={clientId} onClose={close} onDone={setNote} />}
      {opened === 'rename' && (
        <RenameDialog name={organisation.name} clientId={clientId} onClose={close} onDone={setNote} />
      )}
    </div>
  )
}
