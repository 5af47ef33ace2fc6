import { createListCalls } from '@org/api-client'
import type { AdminClient } from '@org/api-client'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { authorNamesQuery, toolNamesQuery } from '../configurators.queries.ts'
import { AppearanceStep } from '../steps/appearance/appearance-step.tsx'
import { BasicsStep } from '../steps/basics-step.tsx'
import { BehaviourStep } from '../steps/behaviour-step.tsx'
import { EmbedStep } from '../steps/embed-step.tsx'
import { ListsStep } from '../steps/lists-step.tsx'
import type { stepNames } from '../steps/step-bar.tsx'
import { ThemeStep } from '../steps/theme-step.tsx'
import { toPreview, type FormValues } from './configurator-form.ts'
import { useDraftBroadcast } from './live-preview.tsx'
import type { ConfiguratorForm } from './use-configurator-form.ts'

const nothing: readonly string[] = []

/** All authors and tools; empty while they load, and after a failure (specification 2, section 8). */
export function useOffered(): Offered {
  const calls = useCalls(createListCalls)
  const { data: authors = nothing } = useQuery(authorNamesQuery(calls))
  const { data: tools = nothing } = useQuery(toolNamesQuery(calls))
  return { authors, tools }
}

interface Offered {
  authors: readonly string[]
  tools: readonly string[]
}

/** Sends unsaved values to the previews, and returns the name of their channel. */
export function useDraft(values: FormValues, { authors, tools }: Offered): string {
  const [draft] = useState(() => `org.draft-${crypto.randomUUID()}`)
  const preview = useMemo(() => toPreview(values, { authors, tools }), [values, authors, tools])
  useDraftBroadcast(draft, preview)
  return draft
}

/** The fields of one step. */
export function EditorStep({
  name,
  form: { values, change, saved, originsChecked, checkOrigins },
  clients,
  offered,
  draft,
  onAppearance,
}: {
  /** The hand-over is no part of the form. */
  name: Exclude<(typeof stepNames)[number], 'handover'>
  form: ConfiguratorForm
  clients: readonly AdminClient[]
  offered: Offered
  draft: string
  /** Leads to the step of the appearance. */
  onAppearance: () => void
}) {
  const step = { values, onChange: change }
  if (name === 'basics')
    return <BasicsStep {...step} clients={clients} checked={originsChecked} onCheck={checkOrigins} />
  if (name === 'appearance') return <AppearanceStep {...step} />
  if (name === 'theme') return <ThemeStep {...step} draft={draft} onAppearance={onAppearance} />
  if (name === 'lists') return <ListsStep {...step} {...offered} />
  return name === 'behaviour' ? <BehaviourStep {...step} /> : <EmbedStep saved={saved} />
}
