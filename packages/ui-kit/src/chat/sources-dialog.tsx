import type { Citation } from '@org/citations'
import { useEffect, useRef } from 'react'
import { Dialog } from '../dialog.tsx'
import { TextLink } from '../text-link.tsx'
import classes from './sources-dialog.module.css'
import { type Given, withDefaults } from '../with-defaults.ts'

/** The texts of the sources dialog. */
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

/** The sources of an answer. */
export interface SourcesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  sources: readonly Citation[]
  /** The numbers that the chosen tag refers to: marked, and the first of them brought into view. */
  chosen?: readonly number[] | undefined
  /** The numbers that the answer refers to. With them the other sources stand apart. */
  cited?: readonly number[] | undefined
  labels?: Given<SourcesDialogLabels> | undefined
}

const defaultLabels: SourcesDialogLabels = {
  title: 'Sources',
  number: 'No.',
  citation: 'Citation',
  url: 'URL',
  cited: 'Cited in the answer',
  notCited: 'Found, not cited',
  none: 'No sources available.',
  close: 'Close',
}

const noneChosen: readonly number[] = []

/** Shows the sources of an answer by number, with the chosen ones marked. */
export function SourcesDialog({
  open,
  onOpenChange,
  sources,
  chosen = noneChosen,
  cited,
  labels,
}: SourcesDialogProps) {
  const texts = withDefaults(defaultLabels, labels)
  const groups = groupsOf(sources, cited, texts)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      size="large"
      sheet
      labels={{ close: texts.close }}
    >
      {sources.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{texts.number}</th>
              <th scope="col">{texts.citation}</th>
              <th scope="col">{texts.url}</th>
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
      )}
    </Dialog>
  )
}

interface SourceGroup {
  title: string
  members: readonly Citation[]
}

function groupsOf(
  sources: readonly Citation[],
  cited: readonly number[] | undefined,
  texts: SourcesDialogLabels,
): SourceGroup[] {
  const isCited = ({ number }: Citation): boolean => cited === undefined || cited.includes(number)
  return [
    { title: texts.cited, members: sources.filter(isCited) },
    { title: texts.notCited, members: sources.filter((source) => !isCited(source)) },
  ].filter(({ members }) => members.length > 0)
}

function SourceRow({ source, chosen, first }: { source: Citation; chosen: boolean; first: boolean }) {
  const rowRef = useRef<HTMLTableRowElement>(null)

  useEffect(() => {
    if (first) rowRef.current?.scrollIntoView?.({ block: 'nearest' })
  }, [first])

  return (
    <tr ref={rowRef} aria-current={chosen || undefined}>
      <td className={classes['number']}>{source.number}</td>
      <td dir="auto">{source.title}</td>
      <td className={classes['url']}>
        {source.url !== undefined && (
          <TextLink external href={source.url} dir="ltr">
            {source.url}
          </TextLink>
        )}
      </td>
    </tr>
  )
}
