import { createAdminCalls } from '@org/api-client'
import type { DangerCategory, DangerSeverity, SafetyPhrase, SafetyPhraseDraft } from '@org/api-client'
import { Select, TextField } from '@org/ui-kit'
import { useCalls } from '../../../../shared/services.ts'
import list from '../entry-list.module.css'
import { EntryDialog } from '../entry-dialog.tsx'
import { languageName, safetyLanguages } from '../names.ts'
import { operatorTexts } from '../operators.texts.ts'
import { TryMessage } from './try-message.tsx'
import { useVersionedForm, versionOf } from '../../use-versioned-form.ts'

const texts = operatorTexts.phrases

export const categories = [
  ...(['self_harm', 'medical_emergency', 'overdose', 'anaphylaxis', 'infant'] as const),
  ...(['eating_disorder', 'violence', 'pregnancy', 'drug_interaction', 'minor_dose'] as const),
] satisfies DangerCategory[]

const severities = ['emergency', 'urgent', 'caution'] as const satisfies DangerSeverity[]

const blank: SafetyPhraseDraft = {
  phrase: '',
  category: 'self_harm',
  severity: 'urgent',
  language: 'en',
  note: '',
}

/** Adds or changes a phrase, with a field to try it before it is saved. */
export function PhraseDialog({
  entry,
  onSaved,
  onClose,
}: {
  entry: SafetyPhrase | undefined
  onSaved: (entry: SafetyPhrase) => void
  onClose: () => void
}) {
  const calls = useCalls(createAdminCalls)
  const form = useVersionedForm<SafetyPhraseDraft, SafetyPhrase>({
    item: entry,
    toDraft: (stored) => toDraft(stored ?? blank),
    save: (draft, base) => calls.saveSafetyPhrase({ ...draft, ...versionOf(base), retired: false }),
    read: async (id) => (await calls.safetyEntries()).phrases.find((stored) => stored.id === id),
    queryKey: ['admin', 'safety'],
    onSaved,
  })
  const { draft, change } = form
  return (
    <EntryDialog
      title={entry === undefined ? texts.add : texts.edit}
      form={form}
      onClose={onClose}
      beside={<TryMessage draft={draft.phrase.trim() === '' ? undefined : draft} id={entry?.id} />}
    >
      <TextField
        label={texts.phrase}
        description={texts.phraseHint}
        required
        maxLength={120}
        dir="auto"
        data-autofocus
        value={draft.phrase}
        onValueChange={(phrase) => {
          change({ phrase })
        }}
      />
      <div className={list.pair}>
        <Select
          label={texts.category}
          options={categories.map((value) => ({ value, label: operatorTexts.categories[value] }))}
          value={draft.category}
          onValueChange={(category) => {
            change({ category })
          }}
        />
        <Select
          label={operatorTexts.entry.language}
          options={safetyLanguages.map((value) => ({ value, label: languageName(value) }))}
          value={draft.language}
          onValueChange={(language) => {
            change({ language })
          }}
        />
      </div>
      <Select
        label={texts.severity}
        options={severities.map((value) => ({ value, label: operatorTexts.severities[value] }))}
        value={draft.severity}
        onValueChange={(severity) => {
          change({ severity })
        }}
      />
      <TextField
        label={operatorTexts.entry.note}
        description={texts.noteHint}
        maxLength={500}
        dir="auto"
        value={draft.note}
        onValueChange={(note) => {
          change({ note })
        }}
      />
    </EntryDialog>
  )
}

function toDraft({ phrase, category, severity, language, note }: SafetyPhraseDraft): SafetyPhraseDraft {
  return { phrase, category, severity, language, note }
}
