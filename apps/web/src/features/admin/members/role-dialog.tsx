import { createMemberCalls, type Member } from '@org/api-client'
import { StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import { useCalls } from '../../../shared/services.ts'
import { describeFailure } from '../describe-failure.ts'
import { membersKey } from './members.queries.ts'
import { memberTexts as texts } from './members.texts.ts'
import { RoleSelect } from './role-select.tsx'

/** Gives a member another role. */
export function RoleDialog({
  member: { id, email, role: before },
  clientId,
  onClose,
  onDone,
}: {
  member: Member
  clientId: string | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { saveMemberRole } = useCalls(createMemberCalls)
  const queryClient = useQueryClient()
  const [role, setRole] = useState(before)
  const save = useMutation({
    mutationFn: () => saveMemberRole(id, role, { clientId }),
    onSuccess: async () => {
      onClose()
      await queryClient.invalidateQueries({ queryKey: membersKey })
      onDone()
    },
  })
  return (
    <FormDialog
      title={texts.changeTitle}
      description={email}
      saveLabel={texts.save}
      isSaving={save.isPending}
      onSave={() => {
        if (!save.isPending) save.mutate()
      }}
      onClose={onClose}
    >
      <RoleSelect role={role} onChange={setRole} />
      <StatusLine tone="error">{save.isError && describeFailure(save.error)}</StatusLine>
    </FormDialog>
  )
}
