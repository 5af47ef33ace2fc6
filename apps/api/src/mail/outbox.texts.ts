/** What the outbox of a demonstration says. */
export const outboxTexts = {
  title: 'Outbox',
  explanation:
    'The emails that this server would send. They are shown here because it is a demonstration; set SMTP_URL to send them.',
  empty: 'No emails yet.',
  to: 'To',
  written: 'Written',
  back: 'Back to the assistant',
}
