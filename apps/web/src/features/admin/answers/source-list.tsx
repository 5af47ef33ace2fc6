import type { ApprovedCitation } from '@org/api-client'
import { createApprovedAnswerCalls } from '@org/api-client'
import { Alert, Button, Skeleton, StatusLine, TextField } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import css from '../knowledge/knowledge.module.css'
import { knowledgeTexts } from '../knowledge/knowledge.texts.ts'
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
  return (
    <section className={own.sources} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {draft.citations.length === 0 ? (
        <p className={classes.muted}>{texts.none}</p>
      ) : (
        <ol className={css.passages}>
          {draft.citations.map((citation, at) => (
            // The position is the number of the source.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <Passage citation={citation} />
              {!citation.found && <Alert tone="warning">{texts.gone}</Alert>}
              <Button
                size="small"
                variant="ghost"
                aria-label={texts.removeOf(at + 1)}
                onClick={() => {
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

function Passage({
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
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const { clientId } = draft
  const found = useQuery(sourcesQuery(useCalls(createApprovedAnswerCalls), { q, clientId }))
  const items = found.data?.items.filter(
    ({ articleId, quote }) =>
      !draft.citations.some((cited) => cited.articleId === articleId && cited.quote === quote),
  )
  const start = () => {
    setQ(typed.trim())
  }
  return (
    <>
      <div className={own.search}>
        <TextField
          label={texts.search}
          type="search"
          dir="auto"
          value={typed}
          onValueChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The field stands in the form of the answer.
            event.preventDefault()
            start()
          }}
        />
        <Button onClick={start} busy={found.isFetching}>
          {knowledgeTexts.filters.search}
        </Button>
      </div>
      {found.isError && <StatusLine tone="error">{texts.failed}</StatusLine>}
      {q !== '' && found.isPending && <Skeleton lines={3} label={adminTexts.loading} />}
      {items?.length === 0 && <p className={classes.muted}>{texts.nothing}</p>}
      {items !== undefined && items.length > 0 && (
        <ul className={css.passages} aria-label={texts.found}>
          {items.map((citation) => (
            <li key={`${citation.articleId} ${citation.quote}`}>
              <Passage citation={citation} />
              <Button
                size="small"
                aria-label={texts.addOf(citation.title)}
                onClick={() => {
                  change(withSource(draft, citation))
                }}
              >
                {texts.add}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
