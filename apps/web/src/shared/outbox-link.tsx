import { createSiteCalls } from '@org/api-client'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from './services.ts'
import { sharedTexts } from './shared.texts.ts'
import { siteQuery } from './site.queries.ts'

const texts = sharedTexts.outbox

/** The way to the e-mail that was just written, on a demonstration; nothing where e-mails are really sent. */
export function OutboxLink({ className }: { className?: string | undefined }) {
  const { data } = useQuery(siteQuery(useCalls(createSiteCalls)))
  if (data === undefined || data.outboxUrl === null) return null
  return (
    <p className={className}>
      {texts.explanation} <a href={data.outboxUrl}>{texts.open}</a>
    </p>
  )
}
