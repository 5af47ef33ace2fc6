import { createOperationCalls, type OperationAlert } from '@org/api-client'
import { Button, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { operatorTexts } from '../operators/operators.texts.ts'
import { Section } from '../section.tsx'
import { formatCount, formatMicros } from './format-amounts.ts'
import { alertsQuery, operationsKey } from './operations.queries.ts'
import { operationTexts } from './operations.texts.ts'

const texts = operationTexts.alerts

/** Alerts, each to be marked as seen. */
export function AlertList() {
  const calls = useCalls(createOperationCalls)
  const queryClient = useQueryClient()
  const alerts = useInfiniteQuery(alertsQuery(calls))
  const seen = useMutation({
    mutationFn: (id: string) => calls.markAlertSeen(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: operationsKey }),
  })
  const currency = alerts.data?.pages[0]?.currency ?? 'USD'
  const items = alerts.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Section title={texts.title}>
      {alerts.isPending && <Skeleton lines={4} label={adminTexts.loading} />}
      {alerts.isError && <LoadFailure query={alerts} />}
      <StatusLine tone="error">{seen.isError && describeFailure(seen.error)}</StatusLine>
      {alerts.isSuccess && items.length === 0 && <p className={classes.muted}>{texts.empty}</p>}
      <ul className={list.entries}>
        {items.map((alert) => (
          <li key={alert.id}>
            <div className={list.what}>
              <p className={list.name}>{texts.kinds[alert.kind]}</p>
              <p>{factsOf(alert, currency)}</p>
              <p className={classes.muted}>
                {formatTime(alert.at)}
                {alert.client !== null && (
                  <>
                    {' · '}
                    <bdi>{alert.client}</bdi>
                  </>
                )}
                {alert.subject !== '' && ` · ${subjectOf(alert)}`}
                {alert.mailed && ` · ${texts.mailed}`}
                {alert.seenAt !== null && ` · ${texts.seen(alert.seenBy ?? '–', formatTime(alert.seenAt))}`}
              </p>
            </div>
            {alert.seenAt === null && (
              <Button
                size="small"
                busy={seen.isPending && seen.variables === alert.id}
                onClick={() => {
                  seen.mutate(alert.id)
                }}
              >
                {texts.markSeen}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {alerts.hasNextPage && (
        <div>
          <Button busy={alerts.isFetchingNextPage} onClick={() => void alerts.fetchNextPage()}>
            {texts.older}
          </Button>
        </div>
      )}
    </Section>
  )
}

function factsOf({ kind, count, total, usual }: OperationAlert, currency: string): string {
  if (kind === 'budget' || kind === 'budget_stop') {
    return texts.spent(formatMicros(count, currency), formatMicros(total ?? 0, currency))
  }
  if (total === null) return texts.dangers(formatCount(count), formatCount(usual ?? 0))
  return texts.part(formatCount(count), formatCount(total), formatCount(usual ?? 0))
}

/** The danger of a spike in the reader's language; other subjects are names. */
function subjectOf({ kind, subject }: OperationAlert): string {
  const dangers: Partial<Record<string, string>> = operatorTexts.categories
  return kind === 'safety' ? (dangers[subject] ?? subject) : subject
}
