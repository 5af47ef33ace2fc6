import { createOperationCalls, type WeeklyReport } from '@org/api-client'
import { localeOr } from '@org/languages'
import { Button, Checkbox, Select, Skeleton, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import { Section } from '../section.tsx'
import { weeklyQuery } from './operations.queries.ts'
import { operationTexts } from './operations.texts.ts'

const texts = operationTexts.weekly

// 2024-01-01 was a Monday.
const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  value: String(day),
  label: new Intl.DateTimeFormat(localeOr(undefined), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, day)),
  ),
}))

/** The time of weekly emails. */
export function WeeklySection() {
  const weekly = useQuery(weeklyQuery(useCalls(createOperationCalls)))
  return (
    <Section title={texts.title}>
      <p className={classes.muted}>{texts.intro}</p>
      {weekly.isPending && <Skeleton lines={3} label={adminTexts.loading} />}
      {weekly.isError && <LoadFailure query={weekly} />}
      {weekly.data !== undefined && <WeeklyForm stored={weekly.data} />}
    </Section>
  )
}

function WeeklyForm({ stored }: { stored: WeeklyReport }) {
  const calls = useCalls(createOperationCalls)
  const queryClient = useQueryClient()
  const [enabled, setEnabled] = useState(stored.enabled)
  const [weekday, setWeekday] = useState(String(stored.weekday))
  const [hour, setHour] = useState(String(stored.hour))
  const isHour = /^(?:1?\d|2[0-3])$/u.test(hour.trim())
  const save = useMutation({
    mutationFn: () => calls.saveWeeklyReport({ enabled, weekday: Number(weekday), hour: Number(hour) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(weeklyQuery(calls).queryKey, saved)
    },
  })
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault()
        if (isHour) save.mutate()
      }}
    >
      <Checkbox
        label={texts.enabled}
        checked={enabled}
        onChange={({ target }) => {
          setEnabled(target.checked)
        }}
      />
      <div className={classes.numbers}>
        <Select label={texts.weekday} value={weekday} options={weekdays} onValueChange={setWeekday} />
        <TextField
          label={texts.hour}
          inputMode="numeric"
          value={hour}
          error={isHour ? undefined : texts.hourFlaw}
          onChange={({ target }) => {
            setHour(target.value)
          }}
        />
      </div>
      <p className={classes.muted}>
        {stored.nextAt === null ? texts.off : texts.next(formatTime(stored.nextAt))}
      </p>
      <div className={classes.row}>
        <Button type="submit" busy={save.isPending}>
          {operationTexts.save}
        </Button>
        <StatusLine tone={save.isError ? 'error' : 'success'}>
          {save.isError ? describeFailure(save.error) : save.isSuccess && operationTexts.saved}
        </StatusLine>
      </div>
    </form>
  )
}
