import { createBillingCalls } from '@org/api-client'
import { Button, Skeleton } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCalls } from '../../shared/services.ts'
import { BillingOutcome } from './billing-outcome.tsx'
import { catalogQuery } from './billing.queries.ts'
import { billingTexts as texts } from './billing.texts.ts'
import classes from './billing.module.css'
import { PeriodChoice } from './period-choice.tsx'
import { periodsOf } from './periods.ts'
import { Plan } from './plan.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { Subscription } from './subscription.tsx'
import { useBillingTab } from './use-billing-tab.ts'

/** Props of the plans section. */
export interface PlansProps {
  /** True for a signed-in person, who may have a subscription. */
  authenticated: boolean
  /** The way to sign in and come back. */
  login: ReactNode
}

/** The plans with their prices, each with a checkout; and the subscription of who has one. */
export function Plans({ authenticated, login }: PlansProps) {
  return (
    <section id="plans" className={classes.plans} aria-labelledby="plans-heading">
      <header>
        <h2 id="plans-heading">{texts.heading}</h2>
        <p className={classes.lead}>{texts.lead}</p>
      </header>
      {authenticated && <Subscription login={login} />}
      <p className={classes.scriptless}>{texts.scriptNeeded}</p>
      <Catalog login={login} />
    </section>
  )
}

function Catalog({ login }: { login: ReactNode }) {
  const calls = useCalls(createBillingCalls)
  const { data, isPending, isError, refetch, isFetching } = useQuery(catalogQuery(calls))
  const checkout = useBillingTab(calls.checkout, texts.checkoutError)
  const [chosen, setChosen] = useState<string>()

  if (isPending) {
    return (
      <div className={classes.grid}>
        {['1', '2', '3'].map((place) => (
          <div key={place} className={classes.plan}>
            <Skeleton lines={5} {...(place === '1' && { label: texts.loading })} />
          </div>
        ))}
      </div>
    )
  }
  if (isError) {
    return (
      <div className={classes.empty} role="alert">
        <p>{texts.failed}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </div>
    )
  }
  if (data.length === 0) return <p className={classes.empty}>{texts.empty}</p>
  const periods = periodsOf(data)
  const period = chosen ?? periods[0]
  return (
    <>
      {periods.length > 1 && <PeriodChoice periods={periods} chosen={period} onChoose={setChosen} />}
      <ul className={classes.grid}>
        {data.map((plan) => (
          <Plan
            key={plan.id}
            plan={plan}
            period={period}
            pending={checkout.pending}
            onCheckout={checkout.open}
          />
        ))}
      </ul>
      <div className={classes.outcome}>
        <BillingOutcome tab={checkout} busy={texts.opening} login={login} />
      </div>
      {data.length > 1 && <PlanComparison plans={data} period={period} />}
    </>
  )
}
