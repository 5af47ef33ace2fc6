import { createAdminCalls, isApiError } from '@org/api-client'
import type { Configurator } from '@org/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import { toInput, type FormValues } from './configurator-form.ts'
import { configuratorsQuery } from '../../../shared/clients.queries.ts'
import { historyQuery } from '../configurators.queries.ts'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import { formatMoment } from '../history/format-moment.ts'

/** Version that another person saved in the meantime. */
export interface Conflict {
  /** Null: it has been deleted. */
  theirs: Configurator | null
  /** Author and time; null when unknown. */
  by: { who: string; when: string } | null
}

/** Saves and deletes a widget, and keeps the list up to date with both. */
export function useSaving() {
  const calls = useCalls(createAdminCalls)
  const client = useQueryClient()
  const list = configuratorsQuery(calls)

  async function freshItem(id: string): Promise<Configurator | null> {
    const items = await client.query({ ...list, staleTime: 0 })
    return items.find((item) => item.id === id) ?? null
  }

  /** Gives the widget as it is stored now. */
  const save = useMutation({
    mutationFn: async ({ values, saved }: { values: FormValues; saved: Configurator | null }) => {
      const id = await calls.saveConfigurator(toInput(values, saved))
      const stored = await freshItem(id)
      if (stored === null) throw new Error(texts.conflict.gone)
      await client.invalidateQueries({ queryKey: historyQuery(calls, id).queryKey })
      return stored
    },
  })

  const remove = useMutation({
    mutationFn: async (id: string) => {
      await calls.deleteConfigurator(id)
      await client.invalidateQueries({ queryKey: list.queryKey, exact: true })
    },
  })

  /** Switches a widget on or off. */
  const setActive = useMutation({
    mutationFn: async ({ id, active }: { id: string; active: boolean }) => {
      await calls.setConfiguratorActive(id, active)
      await Promise.all([
        client.invalidateQueries({ queryKey: list.queryKey, exact: true }),
        client.invalidateQueries({ queryKey: historyQuery(calls, id).queryKey }),
      ])
    },
  })

  /** Loads the stored version that conflicts with a save (409). */
  async function findConflict(id: string): Promise<Conflict> {
    const [theirs, history] = await Promise.all([
      freshItem(id),
      client.query(historyQuery(calls, id)).catch(() => []),
    ])
    const [newest] = history
    return {
      theirs,
      by:
        newest === undefined
          ? null
          : { who: newest.savedBy ?? texts.history.unknown, when: formatMoment(newest.savedAt) },
    }
  }

  return { save, remove, setActive, findConflict }
}

/** Why a call failed: the server's error, or 'HTTP {status}' (specification 2, section 8). */
export function reasonOf(error: unknown): string {
  if (!isApiError(error)) return error instanceof Error ? error.message : String(error)
  return error.reason ?? (error.status === undefined ? texts.noAnswer : `HTTP ${error.status}`)
}
