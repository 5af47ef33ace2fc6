import { createMemberCalls, type MemberRole } from '@org/api-client'
import { StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import { looksLikeEmail } from '../../../shared/looks-like-email.ts'
import { useCalls } from '../../../shared/services.ts'
import { describeFailure } from '../describe-failure.ts'
import { membersKey } from './members.queries.ts'
import { memberTexts as texts } from './members.texts.ts'
import { RoleSelect } from './role-select.tsx'

/** Invites an address with a role. */
export function InviteDialog({
  clientId,
  onClose,
  onDone,
}: {
  clientId: string | undefined
  onClose: () => void
  /** Called with the sentence of a success. */
  onDone: (text: string) => void
}) {
  const { inviteMember } = useCalls(createMemberCalls)
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberRole>('viewer')
  const [isChecked, setIsChecked] = useState(false)
  const isAddress = looksLikeEmail(email.trim())
  const invite = useMutation({
    mutationFn: () => inviteMember(email.trim(), role, { clientId }),
    onSuccess: async () => {
      onDone(texts.sent)
      onClose()
      await queryClient.invalidateQueries({ queryKey: membersKey })
    },
  })
  return (
    <FormDialog
      title={texts.invite}
      saveLabel={texts.send}
      noValidate
      isSaving={invite.isPending}
      onSave={() => {
        setIsChecked(true)
        if (isAddress && !invite.isPending) invite.mutate()
      }}
      onClose={onClose}
    >
      <TextField
        label={texts.email}
        error={isChecked && !isAddress ? texts.emailFlaw : undefined}
        type="email"
        dir="ltr"
        autoComplete="off"
        maxLength={254}
        value={email}
        onValueChange={setEmail}
      />
      <RoleSelect role={role} onChange={setRole} />
      <StatusLine tone="error">{invite.isError && describeFailure(invite.error)}</StatusLine>
    </FormDialog>
  )
}
