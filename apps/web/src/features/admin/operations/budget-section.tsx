import { type Budget, createOperationCalls } from '@org/api-client'
import { Button, ConfirmDialog, Skeleton, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { Section } from '../section.tsx'
import { BudgetForm } from './budget-form.tsx'
import { formatCount, formatMicros, formatPercent } from './format-amounts.ts'
import own from './operations.module.css'
import { budgetsQuery } from './operations.queries.ts'
import { operationTexts } from './operations.texts.ts'

const texts = operationTexts.budgets

/** Budgets with what was spent in this month, and a form that sets one. */
export function BudgetSection() {
  const calls = useCalls(createOperationCalls)
  const queryClient = useQueryClient()
  const budgets = useQuery(budgetsQuery(calls))
  const [removed, setRemoved] = useState<Budget | null>(null)
  const remove = useMutation({
    mutationFn: (id: string) => calls.deleteBudget(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: budgetsQuery(calls).queryKey }),
  })
  return (
    <Section title={texts.title}>
      <p className={classes.muted}>{texts.intro}</p>
      {budgets.isPending && <Skeleton lines={4} label={adminTexts.loading} />}
      {budgets.isError && <LoadFailure query={budgets} />}
      {budgets.data?.items.length === 0 && <p className={classes.muted}>{texts.empty}</p>}
      <ul className={list.entries}>
        {budgets.data?.items.map((budget) => (
          <BudgetRow
            key={budget.id}
            budget={budget}
            currency={budgets.data.currency}
            onRemove={() => {
              setRemoved(budget)
            }}
          />
        ))}
      </ul>
      <StatusLine tone="error">{remove.isError && describeFailure(remove.error)}</StatusLine>
      <BudgetForm currency={budgets.data?.currency ?? 'USD'} />
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => {
          setRemoved(null)
        }}
        title={questionOf(removed)}
        variant="danger"
        onConfirm={() => {
          if (removed !== null) remove.mutate(removed.id)
        }}
        labels={{ confirm: operationTexts.remove, cancel: operationTexts.cancel }}
      />
    </Section>
  )
}

const questionOf = (budget: Budget | null) =>
  budget === null ? '' : operationTexts.confirmRemove(nameOf(budget))

function nameOf({ scope, subject }: Budget): string {
  const name = texts.scopes[scope]
  return subject === null ? name : texts.of(name, subject)
}

function BudgetRow({
  budget,
  currency,
  onRemove,
}: {
  budget: Budget
  currency: string
  onRemove: () => void
}) {
  const { spentMicros, amountMicros, alertPercent, hardStop, answers, unpriced, state } = budget
  const textId = useId()
  return (
    <li>
      <div className={list.what}>
        <p className={list.name}>
          <bdi>{nameOf(budget)}</bdi>
          <span className={list.tag}>{texts.states[state]}</span>
        </p>
        <p id={textId}>
          {texts.spent(formatMicros(spentMicros, currency), formatMicros(amountMicros, currency))}
        </p>
        <meter
          className={own.meter}
          aria-labelledby={textId}
          max={amountMicros}
          high={(amountMicros * alertPercent) / 100}
          optimum={0}
          value={Math.min(spentMicros, amountMicros)}
        />
        <p className={classes.muted}>
          {texts.alertFrom(formatPercent(alertPercent))}
          {hardStop && ` · ${texts.hardStop}`}
          {unpriced > 0 && ` · ${texts.unpriced(formatCount(unpriced), formatCount(answers))}`}
        </p>
      </div>
      <div className={list.actions}>
        <Button
          size="small"
          variant="ghost"
          aria-label={operationTexts.confirmRemove(nameOf(budget))}
          onClick={onRemove}
        >
          {operationTexts.remove}
        </Button>
      </div>
    </li>
  )
}
