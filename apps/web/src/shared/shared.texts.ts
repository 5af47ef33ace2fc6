import { texts } from '@org/languages'

/** The visible texts that several features share. */
export const sharedTexts = texts('shell/shared', {
  secondsLeft: (seconds: number) => `Time left: ${seconds} s.`,
  minutesLeft: (minutes: number) => `Time left: ${minutes} min.`,
  outbox: {
    explanation: 'This is a demonstration: no email leaves it.',
    open: 'Open the outbox',
  },
})
