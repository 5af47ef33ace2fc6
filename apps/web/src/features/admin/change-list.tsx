import type { ReactNode } from 'react'
import classes from './admin.module.css'
import list from './change-list.module.css'
import { adminTexts } from './admin.texts.ts'
import { changedWords, type TextPiece } from './changed-words.ts'

const texts = adminTexts.changes

/** List of changed fields: the old value beside the new one, with the changed words of texts marked. */
export function ChangeList({
  changes,
  before = texts.before,
  after = texts.after,
}: {
  changes: readonly { label: string; before: unknown; after: unknown }[]
  before?: string
  after?: string
}) {
  if (changes.length === 0) return <p className={classes.muted}>{texts.none}</p>
  return (
    <dl className={list.changes}>
      {changes.map((change) => (
        <Change key={change.label} {...change} sides={{ before, after }} />
      ))}
    </dl>
  )
}

function Change({
  label,
  before,
  after,
  sides,
}: {
  label: string
  before: unknown
  after: unknown
  sides: { before: string; after: string }
}) {
  const [old, current] = [toText(before), toText(after)]
  const words = changedWords(old, current)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={list.side}>{sides.before}</span>
        <Value text={old} pieces={words?.before} mark="del" />
      </dd>
      <dd>
        <span className={list.side}>{sides.after}</span>
        <Value text={current} pieces={words?.after} mark="ins" />
      </dd>
    </div>
  )
}

/** A value, with its changed words as deletions or insertions. */
function Value({
  text,
  pieces,
  mark: Mark,
}: {
  text: string
  pieces: readonly TextPiece[] | undefined
  mark: 'del' | 'ins'
}): ReactNode {
  if (text === '') return <em className={classes.muted}>{texts.empty}</em>
  return (
    <pre dir="auto" className={classes.code}>
      {pieces === undefined
        ? text
        : pieces.map((piece, at) =>
            // oxlint-disable-next-line react/no-array-index-key -- pieces are their positions
            piece.isChanged ? <Mark key={at}>{piece.text}</Mark> : <span key={at}>{piece.text}</span>,
          )}
    </pre>
  )
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? texts.on : texts.off
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(toText).join('\n')
  return JSON.stringify(value, null, 2)
}
