import { startTransition, useOptimistic } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toStep } from '../steps/step-bar.tsx'

/** The edited widget and its step, stored in the URL. */
export interface EditorAddress {
  /** A widget's id, `new`, or null. */
  id: string | null
  /** The widget that a new one is a copy of. */
  copyOf: string | null
  /** The client that a new widget is for. */
  owner: string | null
  step: number
  /** Another one for each new widget that is begun. */
  begun: string
  /** Leads to another widget, unless unsaved changes are kept. */
  open: (id: string, copyOf?: string) => void
  /** Leads to a step, or after a save to the widget's own address, without a question. */
  stay: (id: string | null, step: number) => void
}

/** URL segment of an unsaved widget, in place of an id. */
export const newId = 'new'

export function useEditorAddress(): EditorAddress {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const id = query.get('id')
  const copyOf = query.get('copy')
  const owner = query.get('owner')
  const begun = readBegun(state)
  // The address follows when the router has gone there; the step shows at once.
  const [step, showAtOnce] = useOptimistic(toStep(query.get('step')))
  return {
    id,
    copyOf,
    owner,
    step,
    begun,
    open: (next, from) => {
      const parameters = new URLSearchParams({ id: next, ...(from !== undefined && { copy: from }) })
      void navigate({ search: parameters.toString() }, { state: { begun: crypto.randomUUID() } })
    },
    stay: (next, nextStep) => {
      const parameters = new URLSearchParams(next === null ? {} : { id: next, step: String(nextStep) })
      if (next === newId && copyOf !== null) parameters.set('copy', copyOf)
      if (next === newId && owner !== null) parameters.set('owner', owner)
      startTransition(async () => {
        showAtOnce(nextStep)
        await navigate({ search: parameters.toString() }, { state: { begun, stays: true } })
      })
    },
  }
}

function readBegun(state: unknown): string {
  return typeof state === 'object' && state !== null && 'begun' in state ? String(state.begun) : ''
}
