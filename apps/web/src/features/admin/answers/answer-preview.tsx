import { Answer } from '@org/citations/react'
import '@org/citations/styles.css'
import { kit } from '@org/languages'
import classes from '../admin.module.css'
import { formatDay } from '../knowledge/format-content.ts'
import css from '../knowledge/knowledge.module.css'
import type { AnswerFormDraft } from './answer-draft.ts'
import { answerTexts } from './answers.texts.ts'

/** The answer with its review and sources, as the chat shows it. */
export function AnswerPreview({
  draft: { answer, citations, reviewer, reviewedAt },
}: {
  draft: AnswerFormDraft
}) {
  const texts = answerTexts.preview
  return (
    <section className={css.preview} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {answer.trim() === '' ? (
        <p className={classes.muted}>{texts.empty}</p>
      ) : (
        <>
          {reviewer.trim() !== '' && reviewedAt !== '' && (
            <p className={classes.muted} dir="auto">
              {answerTexts.list.reviewed(reviewer, formatDay(reviewedAt))}
            </p>
          )}
          <Answer
            text={answer}
            labels={kit.answer}
            citations={citations.map(({ title, url, quote, heading, publisher, language }, at) => ({
              number: at + 1,
              title,
              quote,
              heading,
              publisher,
              language,
              ...(url === '' ? {} : { url }),
            }))}
          />
        </>
      )}
    </section>
  )
}
