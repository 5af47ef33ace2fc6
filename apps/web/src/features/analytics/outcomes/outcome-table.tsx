import type { OutcomeCounts, OutcomeStats } from '@org/api-client'
import {
  formatCost,
  formatNumber,
  formatPercent,
  formatShare,
  shareOf,
  type ShareName,
} from './outcome-shares.ts'
import own from './outcomes.module.css'
import { outcomeTexts as texts } from './outcomes.texts.ts'

/** Outcomes of one widget, client or model. */
export interface NamedRow {
  key: string
  name: string
  counts: OutcomeCounts
}

/** Shares that are columns. */
export const columns = [
  'coverage',
  'answered',
  'helpful',
  'opened',
  'clicked',
] as const satisfies readonly ShareName[]

/** The tables of a dashboard: by widget, by client where there are some, and by model. */
export function tablesOf({ widgets, clients, models }: OutcomeStats): { title: string; rows: NamedRow[] }[] {
  return [
    {
      title: texts.byWidget,
      rows: widgets.map(({ id, name, counts }) => ({
        key: id ?? '',
        name: name ?? (id === null ? texts.site : texts.deleted),
        counts,
      })),
    },
    {
      title: texts.byClient,
      rows: clients.map(({ id, name, counts }) => ({ key: id ?? '', name: name ?? texts.noOwner, counts })),
    },
    {
      title: texts.byModel,
      rows: models.map(({ name, counts }) => ({
        key: name,
        name: name === 'local' ? texts.builtIn : name,
        counts,
      })),
    },
  ].filter(({ rows }) => rows.length > 0)
}

/** A table that scrolls sideways by itself on narrow screens. */
export function OutcomeTable({
  title,
  rows,
  currency,
}: {
  title: string
  rows: readonly NamedRow[]
  currency: string
}) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={own.scroll} aria-label={title} tabIndex={0}>
      <table className={own.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.columns.name}</th>
            <th scope="col">{texts.columns.answers}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {texts.cards[name]}
              </th>
            ))}
            <th scope="col">{texts.cards.tokens}</th>
            <th scope="col">{texts.cards.cost}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, counts }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{formatNumber(counts.answers)}</td>
              {columns.map((column) => {
                const share = shareOf(column, counts)
                return (
                  <td key={column}>
                    {formatPercent(share)}
                    <span className={own.note}>{formatShare(share)}</span>
                  </td>
                )
              })}
              <td>{formatNumber(counts.tokens)}</td>
              <td>
                {formatCost(counts, currency)}
                {counts.unpriced > 0 && counts.unpriced < counts.answers && (
                  <span className={own.note}>{texts.unpriced(formatNumber(counts.unpriced))}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
