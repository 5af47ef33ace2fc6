import { isApiError } from '@org/api-client'
import type { Configurator } from '@org/api-client'
import { useState } from 'react'
import { wrongOrigins } from '../steps/allowed-origins.ts'
import { wrongAppearance } from './appearance-form.ts'
import { changedFields, emptyForm, hasValidNumbers, toForm, type FormValues } from './configurator-form.ts'
import { useSaving, type Conflict } from './use-saving.ts'

/** Options of {@link useConfiguratorForm}. */
export interface ConfiguratorFormOptions {
  /** Null: a new widget. */
  initial: Configurator | null
  /** Client of a new widget. @default none */
  owner: string | undefined
  /** Initial values of a new widget, which count as changes. @default nothing */
  seed: FormValues | undefined
  /** Called with the number of the step that has the invalid field, in place of a save. */
  onInvalid: (step: number) => void
  /** Called after a save, once the form shows what was stored. */
  onSaved: (saved: Configurator) => void
}

const basicsStep = 1
const behaviourStep = 4
const appearanceStep = 6

/** Values of one widget's form: what changed, saving, and the choice between two versions after a 409. */
export function useConfiguratorForm({
  initial,
  owner = '',
  seed,
  onInvalid,
  onSaved,
}: ConfiguratorFormOptions) {
  const [saved, setSaved] = useState(initial)
  const base = saved === null ? { ...emptyForm, clientOwner: owner } : toForm(saved)
  const [values, setValues] = useState(seed ?? base)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [restored, setRestored] = useState<number | null>(null)
  const [originsChecked, setOriginsChecked] = useState(false)
  const { save, findConflict } = useSaving()

  function change(changes: Partial<FormValues>): void {
    setValues((current) => ({ ...current, ...changes }))
    if ('allowedOrigins' in changes) setOriginsChecked(false)
    if (save.isSuccess || save.isError) save.reset()
  }

  function restore(version: number, configurator: Configurator): void {
    setValues(toForm(configurator))
    setRestored(version)
    save.reset()
  }

  function isValid(): boolean {
    if (wrongOrigins(values.allowedOrigins).length > 0) {
      setOriginsChecked(true)
      onInvalid(basicsStep)
      return false
    }
    if (!hasValidNumbers(values)) {
      onInvalid(behaviourStep)
      return false
    }
    if (wrongAppearance(values).size === 0) return true
    onInvalid(appearanceStep)
    return false
  }

  async function store(over: Configurator | null): Promise<void> {
    if (!isValid()) return
    setConflict(null)
    setRestored(null)
    try {
      const stored = await save.mutateAsync({ values, saved: over })
      setSaved(stored)
      setValues(toForm(stored))
      onSaved(stored)
    } catch (error) {
      // Other failures are shown from `save.error`.
      if (over === null || !isOutdated(error)) return
      setConflict(await findConflict(over.id))
      save.reset()
    }
  }

  /** Saves over the version that conflicts. */
  function keepMine({ theirs }: Conflict): void {
    setSaved(theirs)
    void store(theirs)
  }

  /** Drops the form's values for those of the version that conflicts. */
  function takeTheirs({ theirs }: Conflict): void {
    setConflict(null)
    setSaved(theirs)
    if (theirs !== null) setValues(toForm(theirs))
  }

  return {
    /** The stored widget; null before the first save. */
    saved,
    /** Values as they are stored. */
    base,
    values,
    changed: changedFields(base, values),
    /** State of the last save. */
    save,
    conflict,
    /** Version whose values the form has; null after a save. */
    restored,
    /** True to show the result of the origin validation. */
    originsChecked,
    checkOrigins: () => setOriginsChecked(true),
    change,
    restore,
    submit: () => {
      if (!save.isPending) void store(saved)
    },
    keepMine,
    takeTheirs,
  }
}

/** The state and the functions of the form. */
export type ConfiguratorForm = ReturnType<typeof useConfiguratorForm>

// 409: somebody else saved in the meantime; 404: somebody else deleted it.
function isOutdated(error: unknown): boolean {
  return isApiError(error) && (error.code === 'conflict' || error.status === 404)
}
