import { type Citation, sourceAddress } from '@org/citations'
import { useEffect, useRef } from 'react'
import { TextLink } from '../../controls/text-link.tsx'
import classes from './sources-table.module.css'

/** The texts of the sources dialog and the sources panel. */
export interface SourcesDialogLabels {
  /** @default 'Sources' */
  title: string
  /** @default 'No.' */
  number: string
  /** @default 'Citation' */
  citation: string
  /** @default 'URL' */
  url: string
  /** Above the sources that the answer refers to, where there are others. @default 'Cited in the answer' */
  cited: string
  /** Above those that were found and not referred to. @default 'Found, not cited' */
  notCited: string
  /** @default 'No sources available.' */
  none: string
  /** @default 'Close' */
  close: string
}

export const defaultSourcesLabels: SourcesDialogLabels = {
  title: 'Sources',
  number: 'No.',
  citation: 'Citation',
  url: 'URL',
  cited: 'Cited in the answer',
  notCited: 'Found, not cited',
  none: 'No sources available.',
  close: 'Close',
}

interface SourcesTableProps {
  sources: readonly Citation[] | null
  /** Highlighted numbers; the first one is scrolled into view. */
  chosen: readonly number[]
  /** Numbers that the answer refers to. With them the other sources form a group of their own. */
  cited: readonly number[] | undefined
  labels: SourcesDialogLabels
}

/** Table of an answer's sources: number, citation with its passage, URL. One column in a narrow container. */
export function SourcesTable({ sources, chosen, cited, labels }: SourcesTableProps) {
  if (sources === null || sources.length === 0) return <p>{labels.none}</p>
  const groups = groupsOf(sources, cited, labels)
  return (
    <div className={classes['container']}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{labels.number}</th>
            <th scope="col">{labels.citation}</th>
            <th scope="col">{labels.url}</th>
          </tr>
        </thead>
        {groups.map(({ title, members }) => (
          <tbody key={title}>
            {groups.length > 1 && (
              <tr className={classes['group']}>
                <th scope="rowgroup" colSpan={3}>
                  {title}
                </th>
              </tr>
            )}
            {members.map((source) => (
              <SourceRow
                key={source.number}
                source={source}
                chosen={chosen.includes(source.number)}
                first={source.number === chosen[0]}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

interface SourceGroup {
  title: string
  members: readonly Citation[]
}

function groupsOf(
  sources: readonly Citation[],
  cited: readonly number[] | undefined,
  labels: SourcesDialogLabels,
): SourceGroup[] {
  const isCited = ({ number }: Citation): boolean => cited === undefined || cited.includes(number)
  return [
    { title: labels.cited, members: sources.filter(isCited) },
    { title: labels.notCited, members: sources.filter((source) => !isCited(source)) },
  ].filter(({ members }) => members.length > 0)
}

interface SourceRowProps {
  source: Citation
  chosen: boolean
  first: boolean
}

function SourceRow({ source, chosen, first }: SourceRowProps) {
  const rowRef = useRef<HTMLTableRowElement>(null)
  const { number, title, url, heading, publisher, quote, language } = source
  const address = sourceAddress(source)
  const origin = [publisher, heading].filter((part) => part !== undefined).join(' · ')

  useEffect(() => {
    if (first) rowRef.current?.scrollIntoView?.({ block: 'nearest' })
  }, [first])

  return (
    <tr ref={rowRef} aria-current={chosen || undefined}>
      <td className={classes['number']}>{number}</td>
      <td dir="auto" lang={language}>
        <span className={classes['title']}>{title}</span>
        {origin !== '' && <span className={classes['origin']}>{origin}</span>}
        {quote !== undefined && <blockquote className={classes['quote']}>{quote}</blockquote>}
      </td>
      <td className={classes['url']}>
        {url !== undefined && (
          <TextLink external href={address ?? url} dir="ltr">
            {url}
          </TextLink>
        )}
      </td>
    </tr>
  )
}
