import { kit, localeOr } from '@org/languages'
import { createSettingsDraftCalls } from '@org/api-client'
import type { SettingsDraft, SettingsTrial, TrialArm } from '@org/api-client'
import { Button, ConfirmDialog, Select, Skeleton, StatusLine, TextField } from '@org/ui-kit'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import { ScrollTable } from '../operators/scroll-table.tsx'
import { Section } from '../section.tsx'
import css from './evaluations.module.css'
import { draftsQuery, readEvaluationsAgain, trialsQuery } from './evaluations.queries.ts'
import { evaluationTexts } from './evaluations.texts.ts'
import { draftName, formatShare } from './format-share.ts'
import { ReasonDialog } from './reason-dialog.tsx'

const texts = evaluationTexts.trials
const millionths = new Intl.NumberFormat(localeOr(undefined), { maximumSignificantDigits: 3 })

/** A draft that answers a share of the visitors: start, stop, and the outcomes of both sides. */
export function TrialSection() {
  const trials = useInfiniteQuery(trialsQuery(useCalls(createSettingsDraftCalls)))
  const items = trials.data?.pages.flatMap((page) => page.items) ?? []
  const running = items.find(({ endedAt }) => endedAt === null)
  const earlier = items.filter((trial) => trial !== running)
  return (
    <Section title={texts.title}>
      <p className={classes.muted}>{texts.intro}</p>
      {trials.isPending && <Skeleton lines={3} label={adminTexts.loading} />}
      {trials.isError && <LoadFailure query={trials} />}
      {trials.data !== undefined && running === undefined && <StartForm />}
      {running !== undefined && <Trial trial={running} />}
      {earlier.length > 0 && (
        <details>
          <summary>{texts.earlier}</summary>
          {earlier.map((trial) => (
            <Trial key={trial.id} trial={trial} />
          ))}
        </details>
      )}
    </Section>
  )
}

function StartForm() {
  const drafts = useInfiniteQuery(draftsQuery(useCalls(createSettingsDraftCalls)))
  const options = drafts.data?.pages.flatMap(({ items }) => items) ?? []
  const [chosen, setChosen] = useState('')
  const [share, setShare] = useState('10')
  const [isAsked, setIsAsked] = useState(false)
  const draft = options.find(({ id }) => id === chosen) ?? options[0]
  if (drafts.isPending) return <Skeleton lines={2} />
  if (draft === undefined) return <p>{texts.none}</p>
  return (
    <form
      className={css.start}
      onSubmit={(event) => {
        event.preventDefault()
        setIsAsked(true)
      }}
    >
      <Select
        label={texts.draft}
        options={options.map(({ id, name }) => ({ value: id, label: draftName(name) }))}
        value={draft.id}
        onValueChange={setChosen}
      />
      <TextField
        label={texts.share}
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={50}
        step={1}
        value={share}
        onValueChange={setShare}
      />
      <div>
        <Button type="submit">{texts.start}</Button>
      </div>
      {isAsked && (
        <StartDialog
          draft={draft}
          share={Number(share)}
          onClose={() => {
            setIsAsked(false)
          }}
        />
      )}
    </form>
  )
}

function StartDialog({
  draft,
  share,
  onClose,
}: {
  draft: SettingsDraft
  share: number
  onClose: () => void
}) {
  const { startSettingsTrial } = useCalls(createSettingsDraftCalls)
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: (overrideReason: string | undefined) =>
      startSettingsTrial({ draftId: draft.id, version: draft.version, share, overrideReason }),
    onSuccess: async () => {
      await readEvaluationsAgain(queryClient)
      onClose()
    },
  })
  return (
    <ReasonDialog
      title={texts.start}
      text={texts.running(draftName(draft.name), share)}
      confirm={texts.start}
      gate={draft.gate}
      failure={start.isError ? describeFailure(start.error) : undefined}
      isBusy={start.isPending}
      onClose={onClose}
      onConfirm={start.mutate}
    />
  )
}

function Trial({ trial }: { trial: SettingsTrial }) {
  const { draftVersion, startedAt, startedBy, endedAt, end, share } = trial
  const name = draftName(trial.draftName)
  const when = formatTime(endedAt)
  return (
    <div className={classes.stack}>
      <p dir="auto">
        <strong>{endedAt === null ? texts.running(name, share) : name}</strong>{' '}
        <span className={classes.muted}>
          {texts.versions(draftVersion)} ·{' '}
          {texts.started(startedBy ?? evaluationTexts.deletedAccount, formatTime(startedAt))}
          {endedAt !== null && ` · ${end === 'published' ? texts.publishedAt(when) : texts.ended(when)}`}
        </span>
      </p>
      <ScrollTable label={texts.title}>
        <Figures trial={trial} />
      </ScrollTable>
      {endedAt === null && <StopButton id={trial.id} />}
    </div>
  )
}

function Figures({ trial: { draft, published } }: { trial: SettingsTrial }) {
  const rows = (['answered', 'uncovered', 'safety', 'up', 'down'] as const).map((name) => ({
    name: texts[name],
    draft: formatShare(draft[name]),
    published: formatShare(published[name]),
  }))
  const costs = { name: texts.cost, draft: formatCost(draft.cost), published: formatCost(published.cost) }
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{texts.figures}</th>
          <th scope="col">{texts.ofDraft}</th>
          <th scope="col">{texts.ofPublished}</th>
        </tr>
      </thead>
      <tbody>
        {[...rows, ...(draft.cost === null && published.cost === null ? [] : [costs])].map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{row.draft}</td>
            <td>{row.published}</td>
          </tr>
        ))}
      </tbody>
    </>
  )
}

/** In the currency of the deployment: costs are stored in millionths. */
function formatCost(cost: TrialArm['cost']): string {
  if (cost === null) return evaluationTexts.noShare
  const [mean, low, high] = [cost.mean, cost.low, cost.high].map((value) =>
    millionths.format(value / 1_000_000),
  )
  return texts.costOf(mean ?? '', low ?? '', high ?? '', cost.n)
}

function StopButton({ id }: { id: string }) {
  const { stopSettingsTrial } = useCalls(createSettingsDraftCalls)
  const queryClient = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const stop = useMutation({
    mutationFn: () => stopSettingsTrial(id),
    onSettled: () => readEvaluationsAgain(queryClient),
  })
  return (
    <div className={classes.row}>
      <Button
        busy={stop.isPending}
        onClick={() => {
          setIsAsked(true)
        }}
      >
        {texts.stop}
      </Button>
      <StatusLine tone="error">{stop.isError && describeFailure(stop.error)}</StatusLine>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title={texts.stopTitle}
        description={texts.stopText}
        labels={{ ...kit.confirm, confirm: texts.stop }}
        onConfirm={() => {
          stop.mutate()
        }}
      />
    </div>
  )
}
