import type { ReactNode } from 'react'
import classes from './admin.module.css'
import list from './change-list.module.css'
import { adminTexts } from './admin.texts.ts'

const texts = adminTexts.changes

/** List of changed fields: the old value beside the new one. */
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
        <div key={change.label}>
          <dt>{change.label}</dt>
          <dd>
            <span className={list.side}>{before}</span>
            <Value value={change.before} />
          </dd>
          <dd>
            <span className={list.side}>{after}</span>
            <Value value={change.after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value }: { value: unknown }): ReactNode {
  const text = toText(value)
  return text === '' ? (
    <em className={classes.muted}>{texts.empty}</em>
  ) : (
    <pre dir="auto" className={classes.code}>
      {text}
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
