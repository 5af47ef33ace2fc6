import {
  type ClientAppearance,
  type ClientEdit,
  type ClientWidget,
  createClientRoomCalls,
  isApiError,
} from '@org/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isColor } from '../../shared/forms/is-color.ts'
import { useCalls } from '../../shared/services.ts'
import { roomQuery } from './client-room.queries.ts'
import { roomTexts } from './client-room.texts.ts'

const texts = roomTexts.look

/** Texts as typed; '' where the theme's applies. */
type LookValues = Record<ClientEdit, string>

/** The form of {@link useLookForm}. */
export interface LookForm {
  values: LookValues
  change: (changes: Partial<LookValues>) => void
  /** Returns whether the administrator lets the client change a part. */
  may: (part: ClientEdit) => boolean
  /** Parts that the server would refuse, after the first attempt to save. */
  wrong: { accent: boolean; starters: boolean }
  isSaving: boolean
  /** '' without a failure. */
  failure: string
  submit: () => void
}

/** The form of the parts of a widget's look that its client may change. Saves the changed parts alone, then closes. */
export function useLookForm(
  { id, version, appearance, clientEdits }: ClientWidget,
  { onClose, onSaved }: { onClose: () => void; onSaved: () => void },
): LookForm {
  const calls = useCalls(createClientRoomCalls)
  const client = useQueryClient()
  // As opened: a refetch after a conflict must not turn the other person's look into changes of this one.
  const [opened] = useState<LookValues>(() => ({
    accent: appearance.accent ?? '',
    logo: appearance.logo ?? '',
    avatar: appearance.avatar ?? '',
    welcome: appearance.welcome,
    starters: appearance.starters.join('\n'),
    label: appearance.label,
  }))
  const [values, setValues] = useState(opened)
  const [isChecked, setIsChecked] = useState(false)
  const save = useMutation({
    mutationFn: (changed: ClientAppearance) => calls.saveClientAppearance(id, { version, ...changed }),
    onSuccess: onSaved,
    onSettled: () => client.invalidateQueries(roomQuery(calls)),
  })
  const may = (part: ClientEdit) => clientEdits.includes(part)
  const isChanged = (part: ClientEdit) => may(part) && values[part].trim() !== opened[part].trim()
  const starters = readLines(values.starters)
  const wrong = {
    accent: isChanged('accent') && values.accent.trim() !== '' && !isColor(values.accent),
    starters: isChanged('starters') && starters.length > 0 && (starters.length < 3 || starters.length > 6),
  }
  const submit = (): void => {
    setIsChecked(true)
    if (wrong.accent || wrong.starters || save.isPending) return
    const changed = {
      ...(isChanged('accent') && { accent: values.accent.trim().toLowerCase() || null }),
      ...(isChanged('logo') && { logo: values.logo || null }),
      ...(isChanged('avatar') && { avatar: values.avatar || null }),
      ...(isChanged('welcome') && { welcome: values.welcome.trim() }),
      ...(isChanged('starters') && { starters }),
      ...(isChanged('label') && { label: values.label.trim() }),
    }
    if (Object.keys(changed).length === 0) onClose()
    else save.mutate(changed)
  }
  return {
    values,
    change: (changes) => setValues((current) => ({ ...current, ...changes })),
    may,
    wrong: { accent: isChecked && wrong.accent, starters: isChecked && wrong.starters },
    isSaving: save.isPending,
    failure: save.error === null ? '' : reasonOf(save.error),
    submit,
  }
}

function readLines(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || [])
}

function reasonOf(error: Error): string {
  if (!isApiError(error)) return texts.failed
  return error.code === 'conflict' ? texts.conflict : (error.reason ?? texts.failed)
}
