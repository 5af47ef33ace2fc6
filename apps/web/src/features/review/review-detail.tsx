import type { AnswerSearch, ReviewItem } from '@org/api-client'
import { localeOr } from '@org/languages'
import { TextLink } from '@org/ui-kit'
import { Link } from '../../shared/link.tsx'
import { formatTime } from '../admin/format-time.ts'
import { languageName } from '../admin/operators/names.ts'
import { ReviewTags } from './review-list.tsx'
import classes from './review.module.css'
import { reviewTexts } from './review.texts.ts'

const texts = reviewTexts.detail
const number = new Intl.NumberFormat(localeOr(undefined), { maximumFractionDigits: 2 })
const money = new Intl.NumberFormat(localeOr(undefined), { maximumFractionDigits: 6 })

/** Question and answer beside their sources as retrieved, and the facts of the answer. */
export function ReviewDetail({
  item,
  answerPath,
}: {
  item: ReviewItem
  /** Address of an approved answer. */
  answerPath: (id: string) => string
}) {
  return (
    <div className={classes.detail}>
      <div className={classes.texts}>
        <ReviewTags item={item} />
        <h2>{texts.question}</h2>
        <p className={classes.text} dir="auto">
          {item.question ?? reviewTexts.noQuestion}
        </p>
        <h2>{texts.answer}</h2>
        <p className={classes.text} dir="auto">
          {item.answer ?? reviewTexts.noQuestion}
        </p>
        {item.handover !== null && (
          <p>
            {reviewTexts.handovers[item.handover.status](item.handover.reference)} (
            {formatTime(item.handover.at)})
          </p>
        )}
        {item.approvedAnswerId !== null && (
          <p>
            <Link to={answerPath(item.approvedAnswerId)}>{texts.approved}</Link>
          </p>
        )}
        {item.reason !== null && (
          <>
            <h2>{texts.reason}</h2>
            <p className={classes.text} dir="auto">
              {item.reason}
            </p>
          </>
        )}
        <Facts item={item} />
      </div>
      <div className={classes.sources}>
        <Cited item={item} />
        <h2>{texts.retrieved}</h2>
        {item.searches.length === 0 && <p className={classes.muted}>{texts.noSearch}</p>}
        {isOtherwise(item) && <p className={classes.muted}>{texts.otherOutcome}</p>}
        {item.searches.map((search, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- searches have no id, and their order never changes
          <Retrieved key={at} search={search} />
        ))}
      </div>
    </div>
  )
}

/** Returns whether the outcome differs from what its searches expected. */
function isOtherwise({ outcome, searches }: ReviewItem): boolean {
  const isExpected = searches.some(({ covered }) => covered)
  return outcome === 'uncovered' ? isExpected : outcome === 'answered' && searches.length > 0 && !isExpected
}

function Cited({ item: { citations, products } }: { item: ReviewItem }) {
  return (
    <>
      <h2>{texts.cited}</h2>
      {citations.length === 0 && <p className={classes.muted}>{texts.noneCited}</p>}
      <ol className={classes.passages}>
        {citations.map(({ number: mark, title, url, heading, quote, publisher, opened }) => (
          <li key={mark}>
            <p>
              {`[${mark}] `}
              <SourceLink title={title} url={url} />
              {opened && <span className={classes.tag}>{texts.opened}</span>}
            </p>
            <p className={classes.muted} dir="auto">
              {[publisher, heading].filter((part) => part !== '').join(' · ')}
            </p>
            {quote !== '' && (
              <blockquote className={classes.quote} dir="auto">
                {quote}
              </blockquote>
            )}
          </li>
        ))}
      </ol>
      {products.length > 0 && (
        <>
          <h2>{texts.products}</h2>
          <ul className={classes.passages}>
            {products.map(({ name, clicked }) => (
              <li key={name}>
                <bdi>{name}</bdi>
                {clicked && <span className={classes.tag}>{texts.clicked}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Retrieved({ search: { query, covered, passages } }: { search: AnswerSearch }) {
  return (
    <section>
      <p>
        <bdi>{query === null ? texts.searchUnnamed : texts.search(query)}</bdi>{' '}
        <span className={classes.tag} data-tone={covered ? 'answered' : 'uncovered'}>
          {covered ? texts.covered : texts.notCovered}
        </span>
      </p>
      {passages.length === 0 && <p className={classes.muted}>{texts.noPassages}</p>}
      <ol className={classes.passages}>
        {passages.map(({ title, heading, url, score }) => (
          <li key={`${url} ${heading}`}>
            <p>
              <SourceLink title={title} url={url} />
              {heading !== '' && (
                <>
                  {' · '}
                  <bdi>{heading}</bdi>
                </>
              )}
            </p>
            <p className={classes.muted}>{texts.score(number.format(score))}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The title of a source, as a link where its address is one. */
function SourceLink({ title, url }: { title: string; url: string }) {
  if (!/^https?:\/\//u.test(url)) return <bdi>{title}</bdi>
  return (
    <TextLink href={url} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{title}</bdi>
    </TextLink>
  )
}

function Facts({ item }: { item: ReviewItem }) {
  const { at, widget, language, model, tokens, costMicros, firstTextMs, totalMs } = item
  const facts: [string, string | null][] = [
    [texts.time, formatTime(at)],
    [texts.widget, widget === null ? reviewTexts.filters.site : (widget.name ?? widget.id)],
    [texts.language, languageName(language)],
    [texts.model, model],
    [texts.tokens, number.format(tokens)],
    [texts.cost, costMicros === null ? null : money.format(costMicros / 1_000_000)],
    [texts.firstText, firstTextMs === null ? null : texts.milliseconds(number.format(firstTextMs))],
    [texts.total, texts.milliseconds(number.format(totalMs))],
  ]
  return (
    <>
      <h2>{texts.facts}</h2>
      <dl className={classes.facts}>
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}
