import {
  createHandoverSettingsCalls,
  isApiError,
  type HandoverInput,
  type HandoverSettings,
} from '@org/api-client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { looksLikeEmail } from '../../../shared/looks-like-email.ts'
import { useCalls } from '../../../shared/services.ts'

/** Fields that an administrator edits. */
export type HandoverValues = Omit<HandoverInput, 'version'>

/** A field that the server would refuse. */
export type HandoverFlaw = 'email' | 'url' | 'hours'

const keyOf = (id: string) => ['admin', 'configurators', id, 'handover'] as const

/**
 * The hand-over settings of a widget, and the form for them. They are saved apart from the widget: they are no part of
 * its history.
 *
 * @param id of the widget; null for one that is not saved
 * @param isShown false until the step is opened: nothing is loaded before
 */
export function useHandoverSettings(id: string | null, isShown: boolean) {
  const calls = useCalls(createHandoverSettingsCalls)
  const client = useQueryClient()
  const [edited, setEdited] = useState<HandoverValues | null>(null)
  const [flaws, setFlaws] = useState<ReadonlySet<HandoverFlaw>>(new Set())
  const [secret, setSecret] = useState<string | null>(null)
  const query = useQuery(
    queryOptions({
      queryKey: keyOf(id ?? ''),
      queryFn: ({ signal }) => calls.handoverSettings(id ?? '', { signal }),
      enabled: id !== null && isShown,
      // A refetch must not replace values while they are edited.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  const stored = query.data
  const base = stored === undefined ? undefined : toValues(stored)
  const values = edited ?? base

  function put(settings: HandoverSettings): void {
    client.setQueryData(keyOf(id ?? ''), settings)
  }

  const save = useMutation({
    mutationFn: ({ given, version }: { given: HandoverValues; version: number }) =>
      calls.saveHandover(id ?? '', { ...given, version }),
    onSuccess({ secret: created, ...settings }) {
      put(settings)
      setEdited(null)
      if (created !== null) setSecret(created)
    },
  })
  const rotate = useMutation({
    mutationFn: () => calls.newHandoverSecret(id ?? ''),
    onSuccess({ secret: created, secretAt }) {
      if (stored !== undefined) put({ ...stored, secretAt })
      setSecret(created)
    },
  })
  const test = useMutation({ mutationFn: () => calls.testHandover(id ?? '') })

  return {
    id,
    query,
    stored,
    values,
    flaws,
    /** A secret that was created on this page; it is shown once. */
    secret,
    isDirty: edited !== null && JSON.stringify(edited) !== JSON.stringify(base),
    save,
    rotate,
    test,
    isOutdated: isApiError(save.error) && save.error.code === 'conflict',
    change: (changes: Partial<HandoverValues>): void => {
      if (values !== undefined) setEdited({ ...values, ...changes })
      if (save.isSuccess || save.isError) save.reset()
      test.reset()
    },
    reload: (): void => {
      save.reset()
      setEdited(null)
      void query.refetch()
    },
    submit: (): void => {
      if (values === undefined || stored === undefined || save.isPending) return
      const found = flawsOf(values)
      setFlaws(found)
      if (found.size === 0) save.mutate({ given: values, version: stored.version })
    },
  }
}

/** State and actions of the hand-over step. */
export type HandoverForm = ReturnType<typeof useHandoverSettings>

function toValues({ version: _version, secretAt: _at, canMail: _mail, ...values }: HandoverSettings) {
  return values
}

function flawsOf({ channel, email, url, hours }: HandoverValues): ReadonlySet<HandoverFlaw> {
  const flaws = new Set<HandoverFlaw>()
  if (channel === 'email' && !looksLikeEmail(email.trim())) flaws.add('email')
  if (channel === 'webhook' && URL.parse(url.trim())?.protocol.startsWith('http') !== true) flaws.add('url')
  if (hours?.days.some((day) => day !== null && day.from >= day.to) === true) flaws.add('hours')
  return flaws
}
