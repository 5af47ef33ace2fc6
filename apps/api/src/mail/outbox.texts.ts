/** Texts of a demonstration's outbox. */
export const outboxTexts = {
  title: 'Outbox',
  explanation:
    'The emails that this server would send. They are shown here because it is a demonstration; set SMTP_URL to send them.',
  empty: 'No emails yet.',
  to: 'To',
  written: 'Written',
  back: 'Back to the assistant',
}
