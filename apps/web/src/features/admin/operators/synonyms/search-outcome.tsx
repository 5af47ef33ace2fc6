import { localeOr } from '@org/languages'
import type { KnowledgePassage, KnowledgeProduct, KnowledgeSearch, KnowledgeTerm } from '@org/api-client'
import { Alert } from '@org/ui-kit'
import classes from '../../admin.module.css'
import list from '../entry-list.module.css'
import { languageName } from '../names.ts'
import { operatorTexts } from '../operators.texts.ts'
import { ScrollTable } from '../scroll-table.tsx'

const texts = operatorTexts.test
const number = new Intl.NumberFormat(localeOr('en'), { maximumFractionDigits: 2 })

/** The result of a test search: the decision, passages, products, and how the question was read. */
export function SearchOutcome({ found }: { found: KnowledgeSearch }) {
  const { covered, coverage, threshold, safety, questionLanguage, tookMs, results, products, terms } = found
  const { embeddings } = found
  return (
    <div className={classes.stack}>
      <div aria-live="polite">
        <Alert tone={covered ? 'success' : 'warning'} title={covered ? texts.covered : texts.notCovered}>
          {texts.value(number.format(coverage), number.format(threshold))}
        </Alert>
      </div>
      <dl className={list.facts}>
        <div>
          <dt>{texts.safety}</dt>
          <dd>{safety === null ? texts.noDanger : dangerName(safety)}</dd>
        </div>
        <div>
          <dt>{texts.language}</dt>
          <dd>{languageName(questionLanguage)}</dd>
        </div>
        <div>
          <dt>{texts.took}</dt>
          <dd>{texts.ms(number.format(Math.round(tookMs)))}</dd>
        </div>
        <div>
          <dt>{texts.embeddings}</dt>
          <dd>{texts.embeddingStates[embeddings]}</dd>
        </div>
      </dl>
      <h2 className={list.heading}>{texts.passages}</h2>
      {results.length === 0 ? (
        <p>{texts.noPassages}</p>
      ) : (
        <ol className={list.results}>
          {results.map((passage) => (
            <Passage
              key={`${passage.slug} ${passage.heading} ${passage.score}`}
              passage={passage}
              withRanks={found.embeddings === 'used'}
            />
          ))}
        </ol>
      )}
      <h2 className={list.heading}>{texts.products}</h2>
      {products.length === 0 ? (
        <p>{safety === null ? texts.noProducts : texts.noProductsSafety}</p>
      ) : (
        <ul className={list.results}>
          {products.map((product) => (
            <Product key={product.pk} product={product} />
          ))}
        </ul>
      )}
      <h2 className={list.heading}>{texts.terms}</h2>
      <ScrollTable label={texts.terms}>
        <thead>
          <tr>
            <th scope="col">{texts.term}</th>
            <th scope="col">{texts.alternatives}</th>
            <th scope="col" className={list.number}>
              {texts.weight}
            </th>
          </tr>
        </thead>
        <tbody>
          {distinct(terms).map(({ asked, alternatives, weight, known }) => (
            <tr key={asked}>
              <th scope="row" dir="auto">
                {asked}
              </th>
              <td dir="auto">
                {known ? alternatives.filter((text) => text !== asked).join(', ') : texts.unknown}
              </td>
              <td className={list.number}>{number.format(weight)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </div>
  )
}

/** Each word once: several questions of one message may share it. */
function distinct(terms: readonly KnowledgeTerm[]): KnowledgeTerm[] {
  return [...new Map(terms.map((term) => [term.asked, term])).values()]
}

function dangerName({ category, severity }: NonNullable<KnowledgeSearch['safety']>): string {
  const categories = new Map(Object.entries<string>(operatorTexts.categories))
  const severities = new Map(Object.entries<string>(operatorTexts.severityNames))
  return `${categories.get(category) ?? category} · ${severities.get(severity) ?? severity}`
}

function Passage({ passage, withRanks }: { passage: KnowledgePassage; withRanks: boolean }) {
  const { title, heading, author, score, text, language, matched, inAnswer } = passage
  return (
    <li {...(inAnswer ? {} : { 'data-unused': true })}>
      <h3 dir="auto">{heading === '' || heading === title ? title : `${title}: ${heading}`}</h3>
      <p className={classes.muted}>
        <bdi>{author}</bdi> · {languageName(language)} · {texts.score(number.format(score))}
        {withRanks && ` · ${ranksOf(passage)}`}
      </p>
      <p className={list.tags}>
        {!inAnswer && (
          <span className={list.tag} title={texts.notUsedText}>
            {texts.notUsed}
          </span>
        )}
        {matched.length > 0 && <span className={classes.muted}>{texts.matched}:</span>}
        {matched.map((term) => (
          <span key={term} className={list.tag}>
            <bdi>{term}</bdi>
          </span>
        ))}
      </p>
      <p className={list.passage} dir="auto" lang={language}>
        {text}
      </p>
    </li>
  )
}

function ranksOf({ wordRank, vectorRank }: KnowledgePassage): string {
  const rank = (value: number | null) => (value === null ? texts.noRank : number.format(value))
  return texts.ranks(rank(wordRank), rank(vectorRank))
}

function Product({
  product: { name, description, unitAmount, currency, score },
}: {
  product: KnowledgeProduct
}) {
  return (
    <li>
      <h3 dir="auto">{name}</h3>
      <p className={classes.muted}>
        {formatPrice(unitAmount, currency)} · {texts.score(number.format(score))}
      </p>
      <p dir="auto">{description}</p>
    </li>
  )
}

function formatPrice(unitAmount: number, currency: string): string {
  const format = new Intl.NumberFormat(localeOr('en'), { style: 'currency', currency })
  return format.format(unitAmount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
