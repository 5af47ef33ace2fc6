import type { EvaluatedAnswer, EvaluationCheck, EvaluationResult } from '@org/api-client'
import { localeOr } from '@org/languages'
import classes from '../admin.module.css'
import { TextDifference } from '../knowledge/text-difference.tsx'
import list from '../operators/entry-list.module.css'
import { operatorTexts } from '../operators/operators.texts.ts'
import css from './evaluations.module.css'
import { evaluationTexts } from './evaluations.texts.ts'

const texts = evaluationTexts.run
const names = new Intl.ListFormat(localeOr(undefined), { type: 'unit', style: 'short' })

/** One case of a run: its question, and the answers of both settings side by side. */
export function ResultEntry({ result }: { result: EvaluationResult }) {
  const { question, source, required, draft, published, changed, regressions } = result
  return (
    <li className={css.result}>
      <h3 className={css.question} dir="auto">
        {question}
      </h3>
      <p className={list.tags}>
        <span className={css.tag}>{evaluationTexts.cases.sources[source]}</span>
        {required && <span className={css.tag}>{texts.required}</span>}
        {draft !== null && (
          <span className={css.tag} data-tone={draft.passed ? 'good' : 'danger'}>
            {texts.draft}: {draft.passed ? texts.passes : texts.fails}
          </span>
        )}
        {regressions.map((kind) => (
          <span key={kind} className={css.tag} data-tone="danger">
            {texts.regressionKinds[kind]}
          </span>
        ))}
        {changed.map((part) => (
          <span key={part} className={css.tag}>
            {texts.changedParts[part]}
          </span>
        ))}
      </p>
      {draft === null || published === null ? (
        <p className={classes.muted}>{texts.waiting}</p>
      ) : (
        <Comparison draft={draft} published={published} isChanged={changed.length > 0} />
      )}
    </li>
  )
}

function Comparison({
  draft,
  published,
  isChanged,
}: {
  draft: EvaluatedAnswer
  published: EvaluatedAnswer
  isChanged: boolean
}) {
  return (
    <>
      {!isChanged && <p className={classes.muted}>{texts.same}</p>}
      {isChanged && draft.text !== published.text && (
        <details>
          <summary>{texts.difference}</summary>
          <TextDifference before={published.text} after={draft.text} />
        </details>
      )}
      <div className={css.sides}>
        <Side title={texts.published} answer={published} />
        {(isChanged || draft.passed !== published.passed) && <Side title={texts.draft} answer={draft} />}
      </div>
    </>
  )
}

function Side({ title, answer }: { title: string; answer: EvaluatedAnswer }) {
  const { text, outcome, citations, products, checks, judge } = answer
  return (
    <section className={css.side} aria-label={title}>
      <h4>{title}</h4>
      <div className={css.answer} dir="auto">
        {text === '' ? texts.none : text}
      </div>
      <ul className={css.checks} aria-label={texts.checks}>
        {checks.map((check) => (
          <CheckLine key={check.check} check={check} />
        ))}
      </ul>
      <dl className={css.facts}>
        <Fact name={texts.outcome} value={outcome === null ? texts.none : operatorTexts.outcomes[outcome]} />
        <Fact
          name={texts.citations}
          value={listOf(citations.map((cited) => `[${cited.number}] ${cited.title}`))}
        />
        <Fact name={texts.products} value={listOf(products)} />
        {judge !== null && (
          <Fact
            name={texts.judge}
            value={`${judge.passed ? texts.passes : texts.fails}${judge.reason === '' ? '' : ` · ${judge.reason}`}`}
          />
        )}
      </dl>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className={classes.muted}>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  )
}

function listOf(values: readonly string[]): string {
  return values.length === 0 ? texts.none : names.format(values)
}

function CheckLine({ check: { check, passed, expected, found } }: { check: EvaluationCheck }) {
  return (
    <li data-passed={passed}>
      {texts.checkNames[check]}: {passed ? texts.passes : texts.fails}
      {!passed && (expected !== '' || found !== '') && (
        <span className={classes.muted} dir="auto">
          {' · '}
          {describe(expected, found)}
        </span>
      )}
    </li>
  )
}

function describe(expected: string, found: string): string {
  if (expected === '') return texts.found(found)
  return texts.expectedFound(expected, found === '' ? texts.nothing : found)
}
