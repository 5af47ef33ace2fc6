import { createAdminCalls } from '@org/api-client'
import type { AdminClient, BrandSynonym, SynonymDraft } from '@org/api-client'
import { Select, TextArea, TextField } from '@org/ui-kit'
import { useCalls } from '../../../../shared/services.ts'
import { linesOf } from '../../lines-of.ts'
import list from '../entry-list.module.css'
import { EntryDialog } from '../entry-dialog.tsx'
import { languageName, safetyLanguages } from '../names.ts'
import { operatorTexts } from '../operators.texts.ts'
import { useVersionedForm, versionOf } from '../../use-versioned-form.ts'

const texts = operatorTexts.synonym
const everything = 'all'

interface Draft extends Omit<SynonymDraft, 'synonyms'> {
  /** One a line. */
  lines: string
}

function toDraft(entry: BrandSynonym | undefined): Draft {
  if (entry === undefined) return { term: '', lines: '', language: null, clientId: null }
  const { term, synonyms, language, clientId } = entry
  return { term, lines: synonyms.join('\n'), language, clientId }
}

/** Adds or changes synonyms. The owner is chosen once. */
export function SynonymDialog({
  entry,
  clients,
  onSaved,
  onClose,
}: {
  entry: BrandSynonym | undefined
  clients: readonly AdminClient[]
  onSaved: (entry: BrandSynonym) => void
  onClose: () => void
}) {
  const calls = useCalls(createAdminCalls)
  const form = useVersionedForm<Draft, BrandSynonym>({
    item: entry,
    toDraft,
    save: ({ lines, ...draft }, base) =>
      calls.saveBrandSynonym({ ...draft, ...versionOf(base), synonyms: linesOf(lines), retired: false }),
    read: async (id) => (await calls.brandSynonyms()).find((stored) => stored.id === id),
    queryKey: ['admin', 'synonyms'],
    onSaved,
  })
  const { draft, change } = form
  const languages = [...new Set([...safetyLanguages, ...(draft.language === null ? [] : [draft.language])])]
  return (
    <EntryDialog title={entry === undefined ? texts.add : texts.edit} form={form} onClose={onClose}>
      <TextField
        label={texts.term}
        required
        maxLength={120}
        dir="auto"
        data-autofocus
        value={draft.term}
        onValueChange={(term) => {
          change({ term })
        }}
      />
      <TextArea
        label={texts.synonyms}
        description={texts.synonymsHint}
        required
        rows={4}
        dir="auto"
        value={draft.lines}
        onValueChange={(lines) => {
          change({ lines })
        }}
      />
      <div className={list.pair}>
        <Select
          label={operatorTexts.entry.language}
          options={[
            { value: everything, label: operatorTexts.entry.allLanguages },
            ...languages.map((value) => ({ value, label: languageName(value) })),
          ]}
          value={draft.language ?? everything}
          onValueChange={(language) => {
            change({ language: language === everything ? null : language })
          }}
        />
        <OwnerSelect
          clients={clients}
          disabled={entry !== undefined}
          value={draft.clientId}
          onValueChange={(clientId) => {
            change({ clientId })
          }}
        />
      </div>
    </EntryDialog>
  )
}

/** The choice of everybody or one client. */
export function OwnerSelect({
  clients,
  value,
  disabled = false,
  onValueChange,
}: {
  clients: readonly AdminClient[]
  value: string | null
  disabled?: boolean
  onValueChange: (value: string | null) => void
}) {
  return (
    <Select
      label={texts.owner}
      disabled={disabled}
      options={[
        { value: everything, label: texts.everybody },
        ...clients.map(({ id, email }) => ({ value: id, label: email })),
      ]}
      value={value ?? everything}
      onValueChange={(chosen) => {
        onValueChange(chosen === everything ? null : chosen)
      }}
    />
  )
}
