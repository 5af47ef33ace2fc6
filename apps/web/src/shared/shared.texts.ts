/** The visible texts that several features share. */
export const sharedTexts = {
  timeLeft: (seconds: number) =>
    `Time left: ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
  outbox: {
    explanation: 'This is a demonstration: no e-mail leaves it.',
    open: 'Open the outbox',
  },
}
