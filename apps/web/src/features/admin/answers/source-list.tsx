import type { ApprovedCitation } from '@org/api-client'
import { createApprovedAnswerCalls } from '@org/api-client'
import { Alert, Button } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import css from '../knowledge/knowledge.module.css'
import { focusSearch, SearchPicker } from '../search-picker.tsx'
import { type AnswerFormDraft, withoutSource, withSource } from './answer-draft.ts'
import { sourcesQuery } from './answers.queries.ts'
import own from './answers.module.css'
import { answerTexts } from './answers.texts.ts'

const texts = answerTexts.sources

interface SourceListProps {
  draft: AnswerFormDraft
  change: (change: Partial<AnswerFormDraft>) => void
}

/** The sources of an answer by their numbers, and a search for others. */
export function SourceList({ draft, change }: SourceListProps) {
  const sectionRef = useRef<HTMLElement>(null)
  return (
    <section ref={sectionRef} className={own.sources} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {draft.citations.length === 0 ? (
        <p className={classes.muted}>{texts.none}</p>
      ) : (
        <ol className={css.passages}>
          {draft.citations.map((citation, at) => (
            // The position is the number of the source.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <SourcePassage citation={citation} />
              {!citation.found && <Alert tone="warning">{texts.gone}</Alert>}
              <Button
                size="small"
                variant="ghost"
                aria-label={texts.removeOf(at + 1)}
                onClick={() => {
                  focusSearch(sectionRef.current)
                  change(withoutSource(draft, at + 1))
                }}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
        </ol>
      )}
      <SourceSearch draft={draft} change={change} />
    </section>
  )
}

/** A cited passage: its article, publisher, heading and quoted sentences. */
export function SourcePassage({
  citation: { title, publisher, heading, quote, language },
}: {
  citation: ApprovedCitation
}) {
  return (
    <div dir="auto" lang={language}>
      <p className={css.passageTitle}>{title}</p>
      <p className={classes.muted}>{[publisher, heading].filter((part) => part !== '').join(' · ')}</p>
      <blockquote>{quote}</blockquote>
    </div>
  )
}

function SourceSearch({ draft, change }: SourceListProps) {
  const [q, setQ] = useState('')
  const { clientId } = draft
  const found = useQuery(sourcesQuery(useCalls(createApprovedAnswerCalls), { q, clientId }))
  return (
    <SearchPicker
      label={texts.search}
      texts={texts}
      q={q}
      onSearch={setQ}
      query={found}
      items={found.data?.items.filter(
        ({ articleId, quote }) =>
          !draft.citations.some((cited) => cited.articleId === articleId && cited.quote === quote),
      )}
      keyOf={({ articleId, quote }) => `${articleId} ${quote}`}
      addLabelOf={({ title }) => texts.addOf(title)}
      onAdd={(citation) => {
        change(withSource(draft, citation))
      }}
    >
      {(citation) => <SourcePassage citation={citation} />}
    </SearchPicker>
  )
}
