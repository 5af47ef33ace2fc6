import { createShareCalls, createSiteCalls, isApiError } from '@org/api-client'
import '@org/citations/styles.css'
import { kit } from '@org/languages'
import { Button, buttonClassName, Skeleton } from '@org/ui-kit'
import { ChatProvider } from '@org/ui-kit/engine'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { SharedThread } from '../features/shared/shared-thread.tsx'
import { sharedConversationQuery } from '../features/shared/shared.queries.ts'
import { sharedTexts as texts } from '../features/shared/shared.texts.ts'
import { Link } from '../shared/link.tsx'
import { useCalls } from '../shared/services.ts'
import { siteQuery } from '../shared/site.queries.ts'

const noHosts: readonly string[] = []

/** /shared/:token: a conversation that somebody shares, to read. */
export function SharedRoute() {
  const { token = '' } = useParams()
  const { data: site } = useQuery(siteQuery(useCalls(createSiteCalls)))
  const shared = useQuery(sharedConversationQuery(useCalls(createShareCalls), token))
  return (
    <Page
      windowTitle={texts.windowTitle}
      indexed={false}
      {...(shared.isError && { title: hasEnded(shared.error) ? texts.ended : texts.failed })}
    >
      {shared.isPending && <Skeleton lines={8} label={texts.loading} />}
      {shared.isError && <Failure error={shared.error} onRetry={() => void shared.refetch()} />}
      {shared.isSuccess && (
        <ChatProvider engine={null} labels={kit}>
          <SharedThread conversation={shared.data} imageHosts={site?.imageHosts ?? noHosts} />
        </ChatProvider>
      )}
      {!shared.isPending && (
        <p>
          <Link to={paths.chat} className={buttonClassName({ variant: 'primary' })}>
            {texts.toChat}
          </Link>
        </p>
      )}
    </Page>
  )
}

/** Below the heading, which names the failure. */
function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (hasEnded(error)) return <p>{texts.endedHint}</p>
  return (
    <p>
      <Button onClick={onRetry}>{texts.retry}</Button>
    </p>
  )
}

function hasEnded(error: unknown): boolean {
  return isApiError(error) && error.status === 404
}
