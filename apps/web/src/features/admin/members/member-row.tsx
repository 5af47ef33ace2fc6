import { createMemberCalls, type Member } from '@org/api-client'
import { kit } from '@org/languages'
import { Button, ConfirmDialog, StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { memberRoleTexts } from '../../../shared/member-roles.texts.ts'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import list from '../operators/entry-list.module.css'
import { membersKey } from './members.queries.ts'
import type { Reader } from './members-screen.tsx'
import { memberTexts as texts } from './members.texts.ts'
import { RoleDialog } from './role-dialog.tsx'

interface MemberRowProps {
  member: Member
  /** Name of the organisation. */
  organisation: string
  clientId: string | undefined
  isManager: boolean
  /** True for an owner, who may make another member one in their place. */
  canTransfer: boolean
  /** True for the row of the signed-in person. */
  isReader: boolean
  reader: Reader
  /** Called with the sentence of a success. */
  onDone: (text: string) => void
  /** Called with the sentence of a success after which the row is gone. */
  onGone: (text: string) => void
}

type Question = 'role' | 'transfer' | 'remove' | 'leave'

/** A member, with the buttons of whoever may manage members, and of the member themselves. */
export function MemberRow(props: MemberRowProps) {
  const { member, clientId, isReader, reader, onDone } = props
  const { email, role, since, disabled } = member
  const [opened, setOpened] = useState<Question | null>(null)
  const changes = useChanges(props)
  const failed = Object.values(changes).find(({ isError }) => isError)
  const close = () => {
    setOpened(null)
  }
  return (
    <li>
      <div className={list.what}>
        <p className={list.name}>
          <bdi>{email}</bdi>
        </p>
        <p className={list.tags}>
          <span className={list.tag}>{memberRoleTexts.names[role]}</span>
          {isReader && <span className={list.tag}>{texts.you}</span>}
          {disabled && <span className={list.tag}>{texts.disabled}</span>}
        </p>
        <p className={classes.muted}>{texts.since(formatTime(since))}</p>
      </div>
      <Actions {...props} changes={changes} onOpen={setOpened} />
      <StatusLine tone="error">{failed !== undefined && describeFailure(failed.error)}</StatusLine>
      {opened === 'role' && (
        <RoleDialog
          member={member}
          clientId={clientId}
          onClose={close}
          onDone={() => {
            onDone(texts.changed)
            if (isReader) reader.onRoleChanged()
          }}
        />
      )}
      <Questions {...props} changes={changes} opened={opened} onClose={close} />
    </li>
  )
}

type Changes = ReturnType<typeof useChanges>

function useChanges({ member: { id }, clientId, reader, onDone, onGone }: MemberRowProps) {
  const calls = useCalls(createMemberCalls)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: membersKey })
  const remove = useMutation({
    mutationFn: () => calls.removeMember(id, { clientId }),
    onSuccess: () => onGone(texts.removed),
    onSettled: refresh,
  })
  const transfer = useMutation({
    mutationFn: () => calls.transferOwnership(id),
    onSuccess: async () => {
      onDone(texts.transferred)
      await refresh()
      reader.onRoleChanged()
    },
  })
  const leave = useMutation({ mutationFn: () => calls.leaveOrganisation(), onSuccess: reader.onLeft })
  return { remove, transfer, leave }
}

function Actions({
  member: { email, disabled },
  isManager,
  canTransfer,
  isReader,
  changes: { remove, transfer, leave },
  onOpen,
}: MemberRowProps & { changes: Changes; onOpen: (question: Question) => void }) {
  return (
    <div className={list.actions}>
      {isManager && (
        <Button size="small" aria-label={texts.changeOf(email)} onClick={() => onOpen('role')}>
          {texts.change}
        </Button>
      )}
      {canTransfer && !isReader && !disabled && (
        <Button
          size="small"
          aria-label={texts.transferOf(email)}
          busy={transfer.isPending}
          onClick={() => onOpen('transfer')}
        >
          {texts.transfer}
        </Button>
      )}
      {isManager && !isReader && (
        <Button
          size="small"
          variant="danger"
          aria-label={texts.removeOf(email)}
          busy={remove.isPending}
          onClick={() => onOpen('remove')}
        >
          {texts.remove}
        </Button>
      )}
      {isReader && (
        <Button size="small" variant="danger" busy={leave.isPending} onClick={() => onOpen('leave')}>
          {texts.leave}
        </Button>
      )}
    </div>
  )
}

function Questions({
  member: { email },
  organisation,
  changes: { remove, transfer, leave },
  opened,
  onClose,
}: MemberRowProps & { changes: Changes; opened: Question | null; onClose: () => void }) {
  return (
    <>
      <ConfirmDialog
        open={opened === 'transfer'}
        onOpenChange={onClose}
        title={texts.transferQuestion}
        description={texts.transferAnswer(email)}
        labels={{ ...kit.confirm, confirm: texts.transfer }}
        onConfirm={() => transfer.mutate()}
      />
      <ConfirmDialog
        open={opened === 'remove'}
        onOpenChange={onClose}
        variant="danger"
        title={texts.removeQuestion}
        description={texts.removeAnswer(email)}
        labels={{ ...kit.confirm, confirm: texts.remove }}
        onConfirm={() => remove.mutate()}
      />
      <ConfirmDialog
        open={opened === 'leave'}
        onOpenChange={onClose}
        variant="danger"
        title={texts.leaveQuestion(organisation)}
        description={texts.leaveAnswer}
        labels={{ ...kit.confirm, confirm: texts.leave }}
        onConfirm={() => leave.mutate()}
      />
    </>
  )
}
