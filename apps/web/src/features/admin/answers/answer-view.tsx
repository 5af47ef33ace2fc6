import type { ApprovedAnswer } from '@org/api-client'
import { Alert, Button } from '@org/ui-kit'
import { useState } from 'react'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import classes from '../admin.module.css'
import { FactList } from '../fact-list.tsx'
import { formatDay } from '../knowledge/format-content.ts'
import css from '../knowledge/knowledge.module.css'
import { knowledgeTexts } from '../knowledge/knowledge.texts.ts'
import { languageName } from '../operators/names.ts'
import { toDraft } from './answer-draft.ts'
import { AnswerPreview } from './answer-preview.tsx'
import { AnswerVersions } from './answer-versions.tsx'
import { answerTexts as texts } from './answers.texts.ts'
import own from './answers.module.css'
import { SourcePassage } from './source-list.tsx'

/** An approved answer for those who may not change it. */
export function AnswerView({ answer }: { answer: ApprovedAnswer }) {
  const { question, variants, language, status, expiresAt, citations } = answer
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const draft = toDraft(answer, undefined, '')
  return (
    <div className={classes.stack}>
      <ReadOnlyNote action="review" className={classes.muted} />
      <FactList
        facts={[
          [texts.fields.question, question],
          [texts.fields.variants, variants.join(' · ')],
          [texts.fields.language, languageName(language)],
          [knowledgeTexts.article.status, knowledgeTexts.statuses[status]],
          [texts.fields.expiresAt, expiresAt === null ? '' : formatDay(expiresAt)],
        ]}
      />
      <AnswerPreview draft={draft} />
      {citations.length > 0 && (
        <section className={own.sources} aria-label={texts.sources.title}>
          <h2>{texts.sources.title}</h2>
          <ol className={css.passages}>
            {citations.map((citation, at) => (
              // The position is the number of the source.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>
                <SourcePassage citation={citation} />
                {!citation.found && <Alert tone="warning">{texts.list.sourceGone}</Alert>}
              </li>
            ))}
          </ol>
        </section>
      )}
      <div className={classes.row}>
        <Button
          onClick={() => {
            setIsHistoryOpen(true)
          }}
        >
          {knowledgeTexts.history.title}
        </Button>
      </div>
      {isHistoryOpen && (
        <AnswerVersions
          answer={answer}
          isDirty={false}
          onRestored={undefined}
          onClose={() => {
            setIsHistoryOpen(false)
          }}
        />
      )}
    </div>
  )
}
