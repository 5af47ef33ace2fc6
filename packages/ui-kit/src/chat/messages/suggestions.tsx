import { type Given, withDefaults } from '../../base/with-defaults.ts'
import classes from './suggestions.module.css'

/** The texts of the suggestions. */
export interface SuggestionsLabels {
  /** Accessible name of the list. @default 'Suggested questions' */
  suggestions: string
}

/** Props of {@link Suggestions}. */
export interface SuggestionsProps {
  /** Questions to ask next; nothing renders without any. */
  questions: readonly string[]
  /** Called with the question of the selected button. */
  onAsk: (question: string) => void
  labels?: Given<SuggestionsLabels> | undefined
}

const defaultLabels: SuggestionsLabels = { suggestions: 'Suggested questions' }

// Isolated: a quoted heading in another script would draw the closing mark to its other end.
const quotations = /([“„"«”»][^“„"«”»]+[“„"«”»])/u

/** Follow-up questions under an answer, each a button that asks it. */
export function Suggestions({ questions, onAsk, labels }: SuggestionsProps) {
  const texts = withDefaults(defaultLabels, labels)
  if (questions.length === 0) return null
  return (
    <ul className={classes['suggestions']} aria-label={texts.suggestions}>
      {questions.map((question) => (
        <li key={question}>
          <button type="button" dir="auto" onClick={() => onAsk(question)}>
            {question
              .split(quotations)
              .map((part, index) => (index % 2 === 0 ? part : <bdi key={part}>{part}</bdi>))}
          </button>
        </li>
      ))}
    </ul>
  )
}
