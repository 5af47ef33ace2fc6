import { createBillingCalls } from '@org/api-client'
import { Button } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCalls } from '../../shared/services.ts'
import { BillingOutcome } from './billing-outcome.tsx'
import { billingStatusQuery } from './billing.queries.ts'
import { billingTexts as texts } from './billing.texts.ts'
import classes from './billing.module.css'
import { useBillingTab } from './use-billing-tab.ts'

/** 'Manage subscription' for somebody who has one; nothing for everybody else. */
export function Subscription({ login }: { login: ReactNode }) {
  const calls = useCalls(createBillingCalls)
  const { data } = useQuery(billingStatusQuery(calls))
  const portal = useBillingTab<'portal'>(() => calls.billingPortal(), texts.portalError)
  if (data?.active !== true) return null
  return (
    <div className={classes.subscription}>
      <p>{data.plan === null ? texts.active : texts.activePlan(data.plan)}</p>
      <Button
        busy={portal.pending !== undefined}
        onClick={() => {
          portal.open('portal')
        }}
      >
        {texts.manage}
      </Button>
      <BillingOutcome tab={portal} busy={texts.openingPortal} login={login} />
    </div>
  )
}
