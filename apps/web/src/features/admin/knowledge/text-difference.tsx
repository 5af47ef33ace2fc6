import { diffLines } from 'diff'
import css from './knowledge.module.css'
import { knowledgeTexts } from './knowledge.texts.ts'

const texts = knowledgeTexts.history

// Texts with more changed lines are shown one after the other: comparing them takes too long.
const mostEdits = 2000

// Unchanged lines around a change.
const contextLines = 2

/** Lines that were added and removed between two texts, with the lines around them. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  const parts = diffLines(before, after, { maxEditLength: mostEdits }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return (
    <div className={css.difference} dir="auto">
      {parts.map(({ value, added, removed }, position) => {
        const key = `${position}`
        if (added) return <ins key={key} aria-label={texts.added}>{`+ ${trimEnd(value)}`}</ins>
        if (removed) return <del key={key} aria-label={texts.removed}>{`− ${trimEnd(value)}`}</del>
        return <span key={key}>{around(value, position === 0, position === parts.length - 1)}</span>
      })}
    </div>
  )
}

function trimEnd(text: string): string {
  return text.replace(/\n$/u, '')
}

/** The lines next to a change. */
function around(text: string, isFirst: boolean, isLast: boolean): string {
  const lines = trimEnd(text).split('\n')
  if (lines.length <= contextLines * 2) return lines.join('\n')
  const start = isFirst ? [] : lines.slice(0, contextLines)
  const end = isLast ? [] : lines.slice(-contextLines)
  return [...start, '…', ...end].join('\n')
}
