import { Sprout } from 'lucide-react'
import classes from './chat.module.css'
import { chatTexts } from './chat.texts.ts'

/** Props of {@link Welcome}. */
export interface WelcomeProps {
  disabled: boolean
  /** True while the disclaimer takes a part of the screen. */
  beforeDisclaimer: boolean
  /** The question that is sent once the disclaimer is acknowledged. */
  waiting: string | null
  onAsk: (question: string) => void
}

/** Empty state of a conversation: a greeting and starter questions. */
export function Welcome({ disabled, beforeDisclaimer, waiting, onAsk }: WelcomeProps) {
  return (
    <div className={classes.welcome} data-before-disclaimer={beforeDisclaimer}>
      <Sprout className={classes.welcomeIcon} aria-hidden="true" />
      <h2>{chatTexts.welcome}</h2>
      <p>{chatTexts.welcomeHint}</p>
      <ul className={classes.examples} aria-label={chatTexts.examplesLabel}>
        {chatTexts.examples.map((question) => (
          <li key={question}>
            <button
              type="button"
              disabled={disabled}
              aria-pressed={waiting === null ? undefined : waiting === question}
              onClick={() => {
                onAsk(question)
              }}
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
      <output>{waiting !== null && chatTexts.askedOnceAgreed}</output>
    </div>
  )
}
