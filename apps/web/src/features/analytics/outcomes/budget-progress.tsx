import { createOperationCalls } from '@org/api-client'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useCalls } from '../../../shared/services.ts'
import type { Budget } from '@org/api-client'
import { formatMicros, formatNumber } from './outcome-shares.ts'
import own from './outcomes.module.css'
import { outcomeTexts } from './outcomes.texts.ts'

const texts = outcomeTexts.budgets

/** The client's own budgets, with what was spent in this month; nothing for a client without any. */
export function BudgetProgress() {
  const { budgets } = useCalls(createOperationCalls)
  const { data } = useQuery({
    queryKey: ['stats', 'budgets'],
    queryFn: ({ signal }) => budgets({ signal }),
    staleTime: 60_000,
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <section className={own.outcomes} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <ul className={own.cards}>
        {data.items.map((budget) => (
          <BudgetCard key={budget.id} budget={budget} currency={data.currency} />
        ))}
      </ul>
    </section>
  )
}

function BudgetCard({ budget, currency }: { budget: Budget; currency: string }) {
  const { scope, subject, spentMicros, amountMicros, unpriced, state } = budget
  const textId = useId()
  return (
    <li className={own.card}>
      <strong>
        <bdi>{scope === 'client' ? texts.client : subject}</bdi>
      </strong>
      <p id={textId}>
        {texts.spent(formatMicros(spentMicros, currency), formatMicros(amountMicros, currency))}
      </p>
      <meter
        className={own.meter}
        aria-labelledby={textId}
        max={amountMicros}
        high={(amountMicros * budget.alertPercent) / 100}
        optimum={0}
        value={Math.min(spentMicros, amountMicros)}
      />
      <p className={own.note}>{texts.states[state]}</p>
      {unpriced > 0 && <p className={own.note}>{outcomeTexts.unpriced(formatNumber(unpriced))}</p>}
    </li>
  )
}
