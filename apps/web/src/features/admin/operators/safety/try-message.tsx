import { kit, localeOr } from '@org/languages'
import { createAdminCalls } from '@org/api-client'
import type { SafetyDanger, SafetyPhraseDraft, SafetyTry } from '@org/api-client'
import { Alert, Button, StatusLine, TextField } from '@org/ui-kit'
import { SafetyCard } from '@org/ui-kit/chat'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { useCalls } from '../../../../shared/services.ts'
import classes from '../../admin.module.css'
import list from '../entry-list.module.css'
import { describeFailure } from '../../describe-failure.ts'
import { languageName } from '../names.ts'
import { operatorTexts } from '../operators.texts.ts'

const texts = operatorTexts.tryIt
const percent = new Intl.NumberFormat(localeOr('en'), { style: 'percent', maximumFractionDigits: 1 })

/** Shows what the stage does with a message, now and with a phrase that is not saved. */
export function TryMessage({
  draft,
  id,
}: {
  draft?: SafetyPhraseDraft | undefined
  id?: string | undefined
}) {
  const calls = useCalls(createAdminCalls)
  const [text, setText] = useState('')
  const trying = useMutation({
    mutationFn: () =>
      calls.trySafety({
        text,
        ...(draft === undefined ? {} : { phrase: draft }),
        ...(id === undefined ? {} : { id }),
      }),
  })
  return (
    <section className={list.try} aria-label={texts.title}>
      <form
        className={classes.inline}
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') trying.mutate()
        }}
      >
        <TextField
          label={texts.message}
          description={texts.hint}
          dir="auto"
          maxLength={4000}
          value={text}
          onValueChange={setText}
        />
        <Button type="submit" busy={trying.isPending}>
          {texts.run}
        </Button>
      </form>
      <StatusLine tone="error">{trying.isError && describeFailure(trying.error)}</StatusLine>
      <div aria-live="polite">{trying.isSuccess && <Result result={trying.data} />}</div>
    </section>
  )
}

function Result({ result: { stored, draft, check, language } }: { result: SafetyTry }) {
  return (
    <div className={list.form}>
      {check !== null && <Check check={check} />}
      <p className={classes.muted}>{texts.readIn(languageName(language))}</p>
      <div className={list.outcomes}>
        <Outcome title={texts.now} danger={stored} />
        {check !== null && <Outcome title={texts.withPhrase} danger={draft} />}
      </div>
    </div>
  )
}

function Check({ check: { refusal, share, examples } }: { check: NonNullable<SafetyTry['check']> }) {
  if (refusal === null && share === 0) return <p className={classes.muted}>{texts.fine}</p>
  return (
    <Alert tone={refusal === null ? 'warning' : 'danger'} {...(refusal === null ? {} : { title: refusal })}>
      {examples.length > 0 && (
        <>
          <p>{texts.examples(percent.format(share))}</p>
          <ul className={list.plain}>
            {examples.map((example) => (
              <li key={example} dir="auto">
                {example}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}

function Outcome({ title, danger }: { title: string; danger: SafetyDanger | null }) {
  return (
    <div className={list.outcome}>
      <h3>{title}</h3>
      {danger === null ? (
        <p>{texts.nothing}</p>
      ) : (
        <>
          <p className={classes.muted}>
            {operatorTexts.categories[danger.category]} · {operatorTexts.severityNames[danger.severity]}
            <br />
            {danger.phrase === null ? texts.rule : texts.phrase(danger.phrase)}
          </p>
          <SafetyCard
            severity={danger.severity}
            title={danger.notice.title}
            text={danger.notice.text}
            lines={danger.notice.lines}
            labels={kit.safety}
          />
        </>
      )}
    </div>
  )
}
