import { localeOr } from '@org/languages'
import { createAdminCalls, createListCalls } from '@org/api-client'
import type { DebugDecision, DebugQuestion } from '@org/api-client'
import { Button, Checkbox, StatusLine, TextArea } from '@org/ui-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import decisionClasses from './debug-section.module.css'
import { optionsQuery } from '../admin.queries.ts'
import { adminTexts } from '../admin.texts.ts'
import { CheckList } from '../check-list.tsx'
import { describeFailure } from '../describe-failure.ts'
import { parseConversation } from './parse-conversation.ts'
import { Section } from '../section.tsx'
import { sectionIds } from './section-ids.ts'
import type { SettingsForm } from './use-settings-form.ts'

const texts = adminTexts.debug

/** Tries what the assistant would do with a question, with the stored settings or the unsaved ones. */
export function DebugSection({ form }: { form: SettingsForm }) {
  const calls = useCalls(createAdminCalls)
  const { data: options } = useQuery(optionsQuery(calls, useCalls(createListCalls)))
  const [query, setQuery] = useState('')
  const [conversation, setConversation] = useState('')
  const [tools, setTools] = useState<string[]>([])
  const [usesDraft, setUsesDraft] = useState(false)
  const [withAnswer, setWithAnswer] = useState(false)
  const run = useMutation({ mutationFn: (question: DebugQuestion) => calls.debugDecision(question) })
  const draft = form.changes.length > 0 ? form.settings : undefined

  return (
    <Section id={sectionIds.debug} title={texts.title}>
      <form
        className={classes.stack}
        onSubmit={(event) => {
          event.preventDefault()
          const history = parseConversation(conversation)
          run.mutate({
            query,
            ...(history.length > 0 && { conversation: history }),
            ...(tools.length > 0 && { tools }),
            ...(draft !== undefined && usesDraft && { settings: draft }),
            ...(withAnswer && { answer: true }),
          })
        }}
      >
        <TextArea label={texts.query} rows={2} value={query} onValueChange={setQuery} />
        <TextArea
          label={texts.conversation}
          description={texts.conversationHint}
          rows={3}
          value={conversation}
          onValueChange={setConversation}
        />
        <CheckList label={texts.tools} options={options?.tools} chosen={tools} onChange={setTools} />
        <Checkbox
          label={texts.draft}
          disabled={draft === undefined}
          checked={draft !== undefined && usesDraft}
          onCheckedChange={setUsesDraft}
        />
        <Checkbox label={texts.answer} checked={withAnswer} onCheckedChange={setWithAnswer} />
        <div className={classes.row}>
          <Button type="submit" busy={run.isPending} disabled={query.trim() === ''}>
            {run.isPending ? texts.running : texts.run}
          </Button>
          <StatusLine tone="error">{run.isError && describeFailure(run.error)}</StatusLine>
        </div>
      </form>
      <div className={decisionClasses.outcome} aria-live="polite">
        {run.data !== undefined && <Decision decision={run.data} />}
      </div>
    </Section>
  )
}

function Decision({ decision }: { decision: DebugDecision }) {
  const { rpcQuery, tool, arguments: given, result, timings, answer } = decision
  return (
    <dl className={decisionClasses.decision}>
      <dt>{texts.rpcQuery}</dt>
      <dd>
        {tool === null ? (
          <em className={classes.muted}>{texts.noQuery}</em>
        ) : (
          <pre dir="auto" className={classes.code}>
            {rpcQuery}
          </pre>
        )}
      </dd>
      {tool !== null && (
        <>
          <dt>{texts.tool}</dt>
          <dd>
            <code>{tool}</code>
          </dd>
          <dt>{texts.arguments}</dt>
          <dd>
            <pre dir="ltr" className={classes.code}>
              {JSON.stringify(given, null, 2)}
            </pre>
          </dd>
        </>
      )}
      <dt>{texts.timings}</dt>
      <dd>
        <ul className={decisionClasses.timings}>
          {Object.entries(timings).map(([step, milliseconds]) => (
            <li key={step}>
              {step} <strong>{texts.ms(milliseconds.toLocaleString(localeOr(undefined)))}</strong>
            </li>
          ))}
        </ul>
      </dd>
      {answer !== null && (
        <>
          <dt>{texts.answerText}</dt>
          <dd>
            <pre dir="auto" className={classes.code}>
              {answer}
            </pre>
          </dd>
        </>
      )}
      {tool !== null && (
        <>
          <dt>{texts.result}</dt>
          <dd>
            {/* Scrolls by itself: the keyboard must reach it. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <section className={decisionClasses.result} tabIndex={0} aria-label={texts.result}>
              <pre dir="ltr" className={classes.code}>
                {JSON.stringify(result, null, 2)}
              </pre>
            </section>
          </dd>
        </>
      )}
    </dl>
  )
}
