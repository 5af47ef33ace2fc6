import { createSettingsDraftCalls } from '@org/api-client'
import type { LlmSettings, SettingsDraft } from '@org/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { describeFailure } from '../describe-failure.ts'
import { readAfterConflict } from '../read-after-conflict.ts'
import { readEvaluationsAgain } from '../evaluations/evaluations.queries.ts'
import { evaluationTexts } from '../evaluations/evaluations.texts.ts'
import { draftName } from '../evaluations/format-share.ts'
import { changesIn, toDraft } from './settings-draft.ts'
import type { SettingsForm } from './use-settings-form.ts'

const texts = evaluationTexts.drafts

/** Saving of the typed settings as a draft. */
export interface DraftSaving {
  /** The stored draft that is edited; undefined while the published settings are. */
  opened: SettingsDraft | undefined
  /** True while something is typed that neither the draft nor the published settings have. */
  isUnsaved: boolean
  isSaving: boolean
  failure: string | undefined
  done: string | undefined
  /** Fills the form with a draft. */
  open: (draft: SettingsDraft) => void
  /** Fills the form with the published settings. */
  close: () => void
  /** Saves the opened draft, or a new one. Without a name the opened draft keeps its own. */
  save: (name?: string) => void
}

/** Keeps which draft is edited, and saves it. */
export function useDraftSaving(form: SettingsForm): DraftSaving {
  const calls = useCalls(createSettingsDraftCalls)
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<SettingsDraft>()
  const { mutate, isPending, error, reset, data, isSuccess } = useMutation({
    mutationFn: ({ name, settings }: { name: string | undefined; settings: LlmSettings }) =>
      opened === undefined
        ? calls.createSettingsDraft({ ...settings, name: name ?? '' })
        : calls.updateSettingsDraft(opened.id, { ...settings, name, version: opened.version }),
    onSuccess: async (stored) => {
      setOpened(stored)
      await readEvaluationsAgain(queryClient)
    },
    onError: async (failure) => {
      // Typed values stay; the next save is on top of what is stored now.
      if (opened === undefined) return
      const stored = await readAfterConflict(failure, () => calls.settingsDraft(opened.id))
      if (stored !== undefined) setOpened(stored)
    },
  })
  const saved = opened === undefined ? toDraft(form.base) : toDraft(opened.settings)
  return {
    opened,
    isUnsaved: changesIn(saved, form.draft).length > 0,
    isSaving: isPending,
    failure: error === null ? undefined : describeFailure(error),
    done: isSuccess ? texts.savedAs(draftName(data.name)) : undefined,
    open(draft) {
      reset()
      setOpened(draft)
      form.change(toDraft(draft.settings))
    },
    close() {
      reset()
      setOpened(undefined)
      form.discard()
    },
    save(name) {
      if (form.settings === undefined) return
      mutate({ name, settings: form.settings })
    },
  }
}
