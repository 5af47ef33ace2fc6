import { createContentCalls } from '@org/api-client'
import { StatusLine } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { languageName } from '../operators/names.ts'
import { previewQuery } from './content.queries.ts'
import css from './knowledge.module.css'
import { knowledgeTexts } from './knowledge.texts.ts'

const texts = knowledgeTexts.preview

// A pause in typing, in ms: a preview for each letter would be out of date when it arrives.
const pauseMs = 400

const questionsExample = `<!-- questions
- …
- …
-->`

interface PreviewedDraft {
  title: string
  author: string
  language: string | null
  body: string
}

/** The passages of the text as sources of an answer: publisher, heading and quoted part. */
export function PassagePreview({ draft: { title, author, language, body } }: { draft: PreviewedDraft }) {
  const draft = usePausedValue({ title, language, body })
  const preview = useQuery(previewQuery(useCalls(createContentCalls), draft))
  const passages = draft.body.trim() === '' ? [] : (preview.data?.passages ?? [])
  return (
    <section className={css.preview} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {preview.isError && <StatusLine tone="error">{texts.failed}</StatusLine>}
      {passages.length === 0 ? (
        <p className={classes.muted}>{texts.empty}</p>
      ) : (
        <>
          <p className={classes.muted}>
            {texts.passages(passages.length)}
            {preview.data !== undefined && ` · ${texts.readAs(languageName(preview.data.language))}`}
          </p>
          <ol className={css.passages}>
            {passages.map(({ heading, quote, text, questions }, position) => (
              // The position is the passage's number.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={position}>
                <div dir="auto" lang={preview.data?.language}>
                  <p className={css.passageTitle}>{title}</p>
                  <p className={classes.muted}>
                    {[author, heading].filter((part) => part.trim() !== '').join(' · ')}
                  </p>
                  {quote === '' ? (
                    <p className={classes.muted}>{texts.noQuote}</p>
                  ) : (
                    <blockquote>{quote}</blockquote>
                  )}
                </div>
                {text !== quote && (
                  <details>
                    <summary>{texts.whole}</summary>
                    <pre dir="auto" className={classes.code}>
                      {text}
                    </pre>
                  </details>
                )}
                {questions.length > 0 && (
                  <details>
                    <summary>{texts.questions(questions.length)}</summary>
                    <ul dir="auto" lang={preview.data?.language}>
                      {questions.map((question) => (
                        <li key={question}>{question}</li>
                      ))}
                    </ul>
                  </details>
                )}
              </li>
            ))}
          </ol>
          <p className={classes.muted}>{texts.questionsHint}</p>
          <pre className={classes.code} dir="ltr">
            {questionsExample}
          </pre>
        </>
      )}
    </section>
  )
}

/** The value once it has not changed for a moment. */
function usePausedValue<Value>(value: Value): Value {
  const key = JSON.stringify(value)
  const [settled, setSettled] = useState({ key, value })
  useEffect(() => {
    if (settled.key === key) return undefined
    const timer = setTimeout(() => {
      setSettled({ key, value })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
    }
  })
  return settled.value
}
