import { StatusLine, TextLink } from '@org/ui-kit'
import type { ReactNode } from 'react'
import { billingTexts as texts } from './billing.texts.ts'
import type { BillingTab } from './use-billing-tab.ts'

/** State of the redirect to the payment service: pending, failed, or offered as a link. */
export function BillingOutcome({
  tab,
  busy,
  login,
}: {
  tab: Pick<BillingTab<unknown>, 'pending' | 'failure' | 'needsLogin' | 'blocked'>
  /** Said while it is under way. */
  busy: string
  /** The way to sign in, for somebody who has to. */
  login: ReactNode
}) {
  if (tab.pending !== undefined) return <StatusLine tone="busy">{busy}</StatusLine>
  if (tab.failure !== undefined) {
    return (
      <StatusLine tone="error">
        {tab.failure} {tab.needsLogin && login}
      </StatusLine>
    )
  }
  return (
    <StatusLine>
      {tab.blocked !== undefined && (
        <>
          {texts.blocked}{' '}
          <TextLink external href={tab.blocked}>
            {texts.openLink}
          </TextLink>
        </>
      )}
    </StatusLine>
  )
}
