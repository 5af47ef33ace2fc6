import { type ApiKey, createApiKeyCalls } from '@org/api-client'
import { Select, StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import { useCalls } from '../../../shared/services.ts'
import { describeFailure } from '../describe-failure.ts'
import { apiKeysKey } from './api-keys.queries.ts'
import { apiKeyTexts as texts } from './api-keys.texts.ts'

/** Hours for which the current key stays valid, by the choice. */
const overlaps = { h0: 0, h1: 1, h24: 24, h168: 168, h720: 720 } as const

const choices = ['h0', 'h1', 'h24', 'h168', 'h720'] as const

/** Creates the next key, after the choice of how long the current one stays valid. */
export function RotateKeyDialog({
  apiKey,
  clientId,
  onClose,
  onRotated,
}: {
  apiKey: ApiKey
  clientId: string | undefined
  onClose: () => void
  /** Called with the new key, which is shown once. */
  onRotated: (key: string) => void
}) {
  const { rotateApiKey } = useCalls(createApiKeyCalls)
  const queryClient = useQueryClient()
  const [overlap, setOverlap] = useState<keyof typeof overlaps>('h24')
  const rotate = useMutation({
    mutationFn: () => rotateApiKey(apiKey.id, overlaps[overlap], { clientId }),
    onSuccess: async ({ key }) => {
      onRotated(key)
      onClose()
      await queryClient.invalidateQueries({ queryKey: apiKeysKey })
    },
  })
  return (
    <FormDialog
      title={texts.rotateTitle}
      description={texts.rotateText}
      saveLabel={texts.create}
      isSaving={rotate.isPending}
      onSave={() => {
        if (!rotate.isPending) rotate.mutate()
      }}
      onClose={onClose}
    >
      <Select
        label={texts.overlap}
        value={overlap}
        options={choices.map((value) => ({ value, label: texts.overlaps[value] }))}
        onValueChange={(chosen) => {
          setOverlap(choices.find((known) => known === chosen) ?? 'h24')
        }}
      />
      <StatusLine tone="error">{rotate.isError && describeFailure(rotate.error)}</StatusLine>
    </FormDialog>
  )
}
