import {
  createAdminCalls,
  createOperationCalls,
  type DataClass,
  type Retention,
  type RetentionRules,
} from '@org/api-client'
import { Button, Select, Skeleton, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clientsQuery } from '../../../shared/clients.queries.ts'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import { Section } from '../section.tsx'
import { formatCount } from './format-amounts.ts'
import { retentionQuery } from './operations.queries.ts'
import { operationTexts } from './operations.texts.ts'

const texts = operationTexts.retention
const dataClasses = ['records', 'texts', 'ratings', 'interactions', 'figures'] as const
const longestDays = 3660

const noRules: RetentionRules = {
  records: null,
  texts: null,
  ratings: null,
  interactions: null,
  figures: null,
}

/** Retention of data about answers: rules of the deployment and of clients, and what was deleted. */
export function RetentionSection() {
  const retention = useQuery(retentionQuery(useCalls(createOperationCalls)))
  return (
    <Section title={texts.title}>
      <p className={classes.muted}>{texts.intro}</p>
      {retention.isPending && <Skeleton lines={4} label={adminTexts.loading} />}
      {retention.isError && <LoadFailure query={retention} />}
      {retention.data !== undefined && (
        <>
          <RetentionScope retention={retention.data} />
          <RetentionReport retention={retention.data} />
        </>
      )}
    </Section>
  )
}

function RetentionScope({ retention }: { retention: Retention }) {
  const { data: clients = [] } = useQuery(clientsQuery(useCalls(createAdminCalls)))
  const [clientId, setClientId] = useState('')
  const own = retention.clients.find(({ id }) => id === clientId)
  const current = clientId === '' ? retention.deployment : own
  return (
    <>
      <Select
        label={texts.scope}
        value={clientId}
        options={[
          { value: '', label: texts.deployment },
          ...clients.map(({ id, email }) => ({ value: id, label: email })),
        ]}
        onValueChange={setClientId}
      />
      <RulesForm
        key={`${clientId} ${JSON.stringify(current?.rules)}`}
        clientId={clientId === '' ? null : clientId}
        rules={current?.rules ?? noRules}
        effective={current?.effective ?? retention.deployment.effective}
      />
    </>
  )
}

function RulesForm({
  clientId,
  rules,
  effective,
}: {
  clientId: string | null
  rules: RetentionRules
  effective: Record<DataClass, number>
}) {
  const calls = useCalls(createOperationCalls)
  const queryClient = useQueryClient()
  const [fields, setFields] = useState(() => ({
    records: textOf(rules.records),
    texts: textOf(rules.texts),
    ratings: textOf(rules.ratings),
    interactions: textOf(rules.interactions),
    figures: textOf(rules.figures),
  }))
  const isValid = dataClasses.every((name) => isDays(fields[name]))
  const entered = (): RetentionRules => ({
    records: daysOf(fields.records),
    texts: daysOf(fields.texts),
    ratings: daysOf(fields.ratings),
    interactions: daysOf(fields.interactions),
    figures: daysOf(fields.figures),
  })
  const preview = useMutation({ mutationFn: () => calls.previewRetention(clientId, entered()) })
  const save = useMutation({
    mutationFn: () => calls.saveRetention(clientId, entered()),
    onSuccess: (saved) => {
      queryClient.setQueryData(retentionQuery(calls).queryKey, saved)
    },
  })
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) save.mutate()
      }}
    >
      <div className={classes.numbers}>
        {dataClasses.map((name) => (
          <TextField
            key={name}
            label={texts.days(texts.classes[name])}
            description={texts.effective(formatCount(effective[name]))}
            inputMode="numeric"
            value={fields[name]}
            onValueChange={(value) => {
              setFields({ ...fields, [name]: value })
              preview.reset()
            }}
          />
        ))}
      </div>
      <div className={classes.row}>
        <Button type="submit" busy={save.isPending}>
          {operationTexts.save}
        </Button>
        <Button
          busy={preview.isPending}
          onClick={() => {
            if (isValid) preview.mutate()
          }}
        >
          {texts.preview}
        </Button>
        <StatusLine tone={save.isError || !isValid ? 'error' : 'success'}>
          {isValid
            ? save.isError
              ? describeFailure(save.error)
              : save.isSuccess && operationTexts.saved
            : texts.flaw}
        </StatusLine>
      </div>
      <output className={classes.stack}>
        {preview.isError && describeFailure(preview.error)}
        {preview.data !== undefined && <Preview counts={preview.data} />}
      </output>
    </form>
  )
}

function Preview({ counts }: { counts: Record<DataClass, number> }) {
  const filled = dataClasses.filter((name) => counts[name] > 0)
  if (filled.length === 0) return <p>{texts.previewNothing}</p>
  return (
    <>
      <p>{texts.previewTitle}</p>
      <ul>
        {filled.map((name) => (
          <li key={name}>{texts.previewLine(texts.classes[name], formatCount(counts[name]))}</li>
        ))}
      </ul>
    </>
  )
}

const textOf = (days: number | null) => (days === null ? '' : String(days))
const daysOf = (text: string) => (text.trim() === '' ? null : Number(text))

function isDays(text: string): boolean {
  const days = Number(text)
  return text.trim() === '' || (Number.isInteger(days) && days >= 1 && days <= longestDays)
}

function RetentionReport({ retention: { report, ranAt } }: { retention: Retention }) {
  return (
    <>
      <h3>{texts.report}</h3>
      <p className={classes.muted}>{ranAt === null ? texts.neverRan : texts.ranAt(formatTime(ranAt))}</p>
      {report.length === 0 && <p className={classes.muted}>{texts.nothing}</p>}
      <ul>
        {report.map(({ at, client, dataClass, days, deleted }) => (
          <li key={`${at} ${client ?? ''} ${dataClass}`}>
            {formatTime(at)} · <bdi>{client ?? texts.others}</bdi> ·{' '}
            {texts.line(texts.classes[dataClass], formatCount(days), formatCount(deleted))}
          </li>
        ))}
      </ul>
    </>
  )
}
