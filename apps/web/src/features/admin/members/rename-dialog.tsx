import { createMemberCalls } from '@org/api-client'
import { StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import { useCalls } from '../../../shared/services.ts'
import { describeFailure } from '../describe-failure.ts'
import { memberTexts as texts } from './members.texts.ts'

/** Renames an organisation. */
export function RenameDialog({
  name: before,
  clientId,
  onClose,
  onDone,
}: {
  name: string
  clientId: string | undefined
  onClose: () => void
  /** Called with the sentence of a success. */
  onDone: (text: string) => void
}) {
  const { saveOrganisation } = useCalls(createMemberCalls)
  const queryClient = useQueryClient()
  const [name, setName] = useState(before)
  const [isChecked, setIsChecked] = useState(false)
  const isNamed = name.trim() !== ''
  const save = useMutation({
    mutationFn: () => saveOrganisation(name.trim(), { clientId }),
    onSuccess: async () => {
      onDone(texts.renamed)
      onClose()
      await queryClient.invalidateQueries()
    },
  })
  return (
    <FormDialog
      title={texts.rename}
      noValidate
      isSaving={save.isPending}
      onSave={() => {
        setIsChecked(true)
        if (isNamed && !save.isPending) save.mutate()
      }}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        error={isChecked && !isNamed ? texts.nameFlaw : undefined}
        maxLength={100}
        value={name}
        onValueChange={setName}
      />
      <StatusLine tone="error">{save.isError && describeFailure(save.error)}</StatusLine>
    </FormDialog>
  )
}
