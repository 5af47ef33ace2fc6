import { Sprout } from 'lucide-react'
import classes from './chat.module.css'
import { chatTexts } from './chat.texts.ts'

/** Empty state of a conversation: a greeting and starter questions. */
export function Welcome({ disabled, onAsk }: { disabled: boolean; onAsk: (question: string) => void }) {
  return (
    <div className={classes.welcome}>
      <Sprout className={classes.welcomeIcon} aria-hidden="true" />
      <h2>{chatTexts.welcome}</h2>
      <p>{chatTexts.welcomeHint}</p>
      <ul className={classes.examples} aria-label={chatTexts.examplesLabel}>
        {chatTexts.examples.map((question) => (
          <li key={question}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => {
                onAsk(question)
              }}
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
