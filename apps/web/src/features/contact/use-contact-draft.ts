import type { ContactMessage } from '@org/api-client'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isEmpty, keepDraft, readDraft } from './contact-draft.ts'

/**
 * Fills the form with the draft of the person, and keeps what is typed for them. After a session has ended, what stands
 * in the form remains its account's: another account that signs in gets a form of its own.
 *
 * @param person email address of the account; null for a visitor, undefined until the session is known
 */
export function useContactDraft(
  { reset, subscribe, getValues }: UseFormReturn<ContactMessage>,
  person: string | null | undefined,
): void {
  const owner = useRef<string | null | undefined>(undefined)

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (owner.current !== undefined) keepDraft(values, owner.current)
        },
      }),
    [subscribe],
  )

  // Not a default value: the prerendered page has no draft, and hydration would differ.
  useEffect(() => {
    const before = owner.current
    if (person === undefined || person === before) return
    if (person === null && before !== undefined) return
    const typed = getValues()
    const isOwn = typeof before !== 'string' && !isEmpty(typed)
    const draft = readDraft(person)
    owner.current = person
    reset(isOwn ? typed : draft)
    if (isOwn) keepDraft(typed, person)
  }, [reset, getValues, person])
}
