import { createAdminCalls } from '@org/api-client'
import type { SafetyEntries, SafetyLine, SafetyPhrase } from '@org/api-client'
import { Alert, Button, Skeleton, StatusLine } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import list from './entry-list.module.css'
import { adminTexts } from '../admin.texts.ts'
import { EntryList } from './entry-list.tsx'
import { LineDialog } from './line-dialog.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { languageName, regionName } from './names.ts'
import { operatorTexts } from './operators.texts.ts'
import { safetyQuery } from './operators.queries.ts'
import { PhraseDialog } from './phrase-dialog.tsx'
import { SafetyCountsSection } from './safety-counts.tsx'
import { Section } from '../section.tsx'
import { ShippedSection } from './shipped-section.tsx'
import { TryMessage } from './try-message.tsx'

/** /admin/safety: counts, and what operators add to the safety stage. */
export function SafetyScreen() {
  const entries = useQuery(safetyQuery(useCalls(createAdminCalls)))
  return (
    <div className={classes.sections}>
      <SafetyCountsSection />
      <Section title={operatorTexts.tryIt.title}>
        <TryMessage />
      </Section>
      {entries.isPending && <Skeleton lines={8} label={adminTexts.loading} />}
      {entries.isError && <LoadFailure query={entries} />}
      {entries.data !== undefined && (
        <>
          <Phrases phrases={entries.data.phrases} />
          <Lines lines={entries.data.lines} />
          <ShippedSection shipped={entries.data.shipped} region={entries.data.region} />
        </>
      )}
    </div>
  )
}

const queryKey = ['admin', 'safety']

function Phrases({ phrases }: Pick<SafetyEntries, 'phrases'>) {
  const texts = operatorTexts.phrases
  const calls = useCalls(createAdminCalls)
  const [edited, setEdited] = useState<{ entry: SafetyPhrase | undefined }>()
  const [saved, setSaved] = useState('')
  return (
    <Section title={texts.title}>
      <div>
        <Button
          onClick={() => {
            setEdited({ entry: undefined })
          }}
        >
          {texts.add}
        </Button>
      </div>
      <StatusLine tone="success">{saved !== '' && operatorTexts.entry.saved(saved)}</StatusLine>
      <EntryList
        entries={phrases}
        nameOf={({ phrase }) => phrase}
        render={({ category, severity, language, note }) => (
          <>
            <p className={list.tags}>
              <span className={list.tag}>{operatorTexts.categories[category]}</span>
              <span className={list.tag}>{operatorTexts.severityNames[severity]}</span>
              <span className={list.tag}>{languageName(language)}</span>
            </p>
            {note !== '' && <p dir="auto">{note}</p>}
          </>
        )}
        setRetired={({ id, version, phrase, category, severity, language, note }, retired) =>
          calls.saveSafetyPhrase({ id, version, phrase, category, severity, language, note, retired })
        }
        onEdit={(entry) => {
          setEdited({ entry })
        }}
        queryKey={queryKey}
        empty={{ title: texts.empty, text: texts.emptyText }}
      />
      {edited !== undefined && (
        <PhraseDialog
          entry={edited.entry}
          onSaved={({ phrase }) => {
            setSaved(phrase)
            setEdited(undefined)
          }}
          onClose={() => {
            setEdited(undefined)
          }}
        />
      )}
    </Section>
  )
}

const yearMs = 366 * 86_400_000

function Lines({ lines }: Pick<SafetyEntries, 'lines'>) {
  const texts = operatorTexts.lines
  const calls = useCalls(createAdminCalls)
  const [edited, setEdited] = useState<{ entry: SafetyLine | undefined }>()
  const [saved, setSaved] = useState('')
  const [now] = useState(() => Date.now())
  return (
    <Section title={texts.title}>
      <div>
        <Button
          onClick={() => {
            setEdited({ entry: undefined })
          }}
        >
          {texts.add}
        </Button>
      </div>
      <StatusLine tone="success">{saved !== '' && operatorTexts.entry.saved(saved)}</StatusLine>
      <EntryList
        entries={lines}
        nameOf={({ name }) => name}
        render={(line) => <Line line={line} isOutdated={now - Date.parse(line.checked) > yearMs} />}
        setRetired={({ updatedAt: _at, updatedBy: _by, ...line }, retired) =>
          calls.saveSafetyLine({ ...line, retired })
        }
        onEdit={(entry) => {
          setEdited({ entry })
        }}
        queryKey={queryKey}
        empty={{ title: texts.empty, text: texts.emptyText }}
      />
      {edited !== undefined && (
        <LineDialog
          entry={edited.entry}
          onSaved={({ name }) => {
            setSaved(name)
            setEdited(undefined)
          }}
          onClose={() => {
            setEdited(undefined)
          }}
        />
      )}
    </Section>
  )
}

function Line({ line, isOutdated }: { line: SafetyLine; isOutdated: boolean }) {
  const { phone, url, region, languages, categories, hours, source, checked } = line
  const texts = operatorTexts.lines
  return (
    <>
      <p>
        <bdi>{[phone, url, hours].filter((part) => part !== null && part !== '').join(' · ')}</bdi>
      </p>
      <p className={list.tags}>
        <span className={list.tag}>{region === 'INT' ? operatorTexts.entry.all : regionName(region)}</span>
        {languages.map((language) => (
          <span key={language} className={list.tag}>
            {languageName(language)}
          </span>
        ))}
        {categories.map((category) => (
          <span key={category} className={list.tag}>
            {operatorTexts.categories[category]}
          </span>
        ))}
      </p>
      <p className={classes.muted}>
        {texts.source}:{' '}
        <a href={source} target="_blank" rel="noopener noreferrer">
          <bdi>{source}</bdi>
        </a>{' '}
        · {texts.checked} <time dateTime={checked}>{checked}</time>
      </p>
      {isOutdated && <Alert tone="warning">{texts.outdated}</Alert>}
    </>
  )
}
