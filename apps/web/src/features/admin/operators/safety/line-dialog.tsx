import { createAdminCalls } from '@org/api-client'
import type { HelpLineDraft, SafetyLine } from '@org/api-client'
import { kit } from '@org/languages'
import { MultiSelect, TextField } from '@org/ui-kit'
import { useCalls } from '../../../../shared/services.ts'
import classes from '../../admin.module.css'
import list from '../entry-list.module.css'
import { EntryDialog } from '../entry-dialog.tsx'
import { languageName, safetyLanguages } from '../names.ts'
import { operatorTexts } from '../operators.texts.ts'
import { categories } from './phrase-dialog.tsx'
import { useVersionedForm, versionOf } from '../../use-versioned-form.ts'

const texts = operatorTexts.lines

function blank(): HelpLineDraft {
  return {
    name: '',
    phone: '',
    url: '',
    region: '',
    languages: [],
    categories: [],
    hours: '',
    source: '',
    checked: new Date().toISOString().slice(0, 10),
  }
}

function toDraft(line: HelpLineDraft): HelpLineDraft {
  const { name, phone, url, region, languages, categories: dangers, hours, source, checked } = line
  return { name, phone, url, region, languages, categories: dangers, hours, source, checked }
}

const orNull = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim())

/** Adds or changes a help line. */
export function LineDialog({
  entry,
  onSaved,
  onClose,
}: {
  entry: SafetyLine | undefined
  onSaved: (entry: SafetyLine) => void
  onClose: () => void
}) {
  const calls = useCalls(createAdminCalls)
  const form = useVersionedForm<HelpLineDraft, SafetyLine>({
    item: entry,
    toDraft: (stored) => toDraft(stored ?? blank()),
    save: (draft, base) =>
      calls.saveSafetyLine({
        ...draft,
        ...versionOf(base),
        phone: orNull(draft.phone),
        url: orNull(draft.url),
        retired: false,
      }),
    read: async (id) => (await calls.safetyEntries()).lines.find((stored) => stored.id === id),
    queryKey: ['admin', 'safety'],
    onSaved,
  })
  const { draft, change } = form
  const field = (name: 'name' | 'phone' | 'url' | 'region' | 'hours' | 'source' | 'checked') => ({
    label: texts[name],
    value: draft[name] ?? '',
    onValueChange: (value: string) => {
      change({ [name]: value })
    },
  })
  return (
    <EntryDialog title={entry === undefined ? texts.add : texts.edit} form={form} onClose={onClose}>
      <TextField {...field('name')} required maxLength={120} dir="auto" data-autofocus />
      <div className={list.pair}>
        <TextField {...field('phone')} type="tel" dir="ltr" autoComplete="off" />
        <TextField {...field('url')} type="url" dir="ltr" autoComplete="off" />
      </div>
      <div className={list.pair}>
        <TextField
          {...field('region')}
          description={texts.regionHint}
          required
          maxLength={3}
          autoCapitalize="characters"
          autoComplete="off"
        />
        <TextField {...field('hours')} description={texts.hoursHint} maxLength={80} dir="auto" />
      </div>
      <div className={classes.row}>
        <MultiSelect
          label={texts.languages}
          labels={kit.multiSelect}
          options={safetyLanguages.map((value) => ({ value, label: languageName(value) }))}
          value={draft.languages}
          onValueChange={(chosen) => {
            change({ languages: safetyLanguages.filter((language) => chosen.includes(language)) })
          }}
        />
        <MultiSelect
          label={texts.categories}
          labels={kit.multiSelect}
          options={categories.map((value) => ({ value, label: operatorTexts.categories[value] }))}
          value={draft.categories}
          onValueChange={(chosen) => {
            change({ categories: categories.filter((category) => chosen.includes(category)) })
          }}
        />
      </div>
      <div className={list.pair}>
        <TextField
          {...field('source')}
          description={texts.sourceHint}
          type="url"
          required
          dir="ltr"
          autoComplete="off"
        />
        <TextField {...field('checked')} type="date" required />
      </div>
    </EntryDialog>
  )
}
