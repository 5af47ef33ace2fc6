import { localeOr } from '@org/languages'
import { createAdminCalls } from '@org/api-client'
import type { SafetyCounts, SafetySpike } from '@org/api-client'
import { Alert, Button, Skeleton, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCalls } from '../../../../shared/services.ts'
import classes from '../../admin.module.css'
import list from '../entry-list.module.css'
import { adminTexts } from '../../admin.texts.ts'
import { describeFailure } from '../../describe-failure.ts'
import { formatTime } from '../../format-time.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { operatorTexts } from '../operators.texts.ts'
import { ScrollTable } from '../scroll-table.tsx'
import { safetyCountsQuery } from '../operators.queries.ts'
import { Section } from '../../section.tsx'

const texts = operatorTexts.counts
const number = new Intl.NumberFormat(localeOr('en'), { maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat(localeOr(undefined), {
  day: 'numeric',
  month: 'numeric',
  timeZone: 'UTC',
})

/** Counts of notices by category and day, with spikes that nobody has seen above them. */
export function SafetyCountsSection() {
  const counts = useQuery(safetyCountsQuery(useCalls(createAdminCalls)))
  return (
    <>
      <SpikeNotices spikes={counts.data?.spikes ?? []} />
      <Section title={texts.title}>
        {counts.isPending && <Skeleton lines={4} label={adminTexts.loading} />}
        {counts.isError && <LoadFailure query={counts} />}
        {counts.data !== undefined && <CountsTable counts={counts.data} />}
      </Section>
    </>
  )
}

/** Spikes that nobody has marked as seen; nothing while the counts are not there. */
export function SpikeAlerts() {
  const counts = useQuery(safetyCountsQuery(useCalls(createAdminCalls)))
  return <SpikeNotices spikes={counts.data?.spikes ?? []} />
}

function SpikeNotices({ spikes }: { spikes: readonly SafetySpike[] }) {
  const { markSafetySpikeSeen } = useCalls(createAdminCalls)
  const client = useQueryClient()
  const seen = useMutation({
    mutationFn: (id: string) => markSafetySpikeSeen(id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['admin', 'safety', 'counts'] }),
  })
  const unseen = spikes.filter(({ seenAt }) => seenAt === null)
  if (unseen.length === 0) return null
  return (
    <>
      {unseen.map(({ id, category, count, usual, hour }) => (
        <Alert
          key={id}
          tone="warning"
          title={texts.spike(operatorTexts.categories[category])}
          action={
            <Button
              size="small"
              busy={seen.isPending && seen.variables === id}
              onClick={() => {
                seen.mutate(id)
              }}
            >
              {texts.seen}
            </Button>
          }
        >
          {texts.spikeText(count, number.format(usual), formatTime(hour))}
        </Alert>
      ))}
      <StatusLine tone="error">{seen.isError && describeFailure(seen.error)}</StatusLine>
    </>
  )
}

function CountsTable({ counts: { days, categories } }: { counts: SafetyCounts }) {
  const shown = categories.filter(({ total }) => total > 0)
  return (
    <>
      {shown.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <ScrollTable label={texts.title}>
          <caption>{texts.caption(days.length)}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.category}</th>
              <th scope="col" className={list.number}>
                {texts.total}
              </th>
              {days.map((of) => (
                <th key={of} scope="col" className={list.number}>
                  <time dateTime={of}>{day.format(new Date(of))}</time>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ category, total, daily }) => (
              <tr key={category}>
                <th scope="row">{operatorTexts.categories[category]}</th>
                <td className={list.number}>{number.format(total)}</td>
                {daily.map((count, index) => (
                  <td key={days[index]} className={count === 0 ? `${list.number} ${list.zero}` : list.number}>
                    {number.format(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
      <p className={classes.muted}>{texts.privacy}</p>
    </>
  )
}
