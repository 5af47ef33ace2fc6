import { createAdminCalls } from '@org/api-client'
import type { SafetyEntries, SafetyLine } from '@org/api-client'
import { Alert, Skeleton } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../../shared/services.ts'
import classes from '../../admin.module.css'
import list from '../entry-list.module.css'
import { adminTexts } from '../../admin.texts.ts'
import { EntrySection } from '../entry-section.tsx'
import { LineDialog } from './line-dialog.tsx'
import { LoadFailure } from '../../load-failure.tsx'
import { languageName, regionName } from '../names.ts'
import { operatorTexts } from '../operators.texts.ts'
import { safetyQuery } from '../operators.queries.ts'
import { PhraseDialog } from './phrase-dialog.tsx'
import { SafetyCountsSection } from './safety-counts.tsx'
import { Section } from '../../section.tsx'
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
  const calls = useCalls(createAdminCalls)
  return (
    <EntrySection
      texts={operatorTexts.phrases}
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
      queryKey={queryKey}
      renderDialog={({ entry, onSaved, onClose }) => (
        <PhraseDialog
          entry={entry}
          onSaved={({ phrase }) => {
            onSaved(phrase)
          }}
          onClose={onClose}
        />
      )}
    />
  )
}

const yearMs = 366 * 86_400_000

function Lines({ lines }: Pick<SafetyEntries, 'lines'>) {
  const calls = useCalls(createAdminCalls)
  const [now] = useState(() => Date.now())
  return (
    <EntrySection
      texts={operatorTexts.lines}
      entries={lines}
      nameOf={({ name }) => name}
      render={(line) => <Line line={line} isOutdated={now - Date.parse(line.checked) > yearMs} />}
      setRetired={({ updatedAt: _at, updatedBy: _by, ...line }, retired) =>
        calls.saveSafetyLine({ ...line, retired })
      }
      queryKey={queryKey}
      renderDialog={({ entry, onSaved, onClose }) => (
        <LineDialog
          entry={entry}
          onSaved={({ name }) => {
            onSaved(name)
          }}
          onClose={onClose}
        />
      )}
    />
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
