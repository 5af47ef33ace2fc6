import type { BillingProduct } from '@org/api-client'
import { localeOr } from '@org/languages'
import { Button } from '@org/ui-kit'
import { billingTexts as texts } from './billing.texts.ts'
import classes from './billing.module.css'
import { formatInterval, formatPrice } from './format-price.ts'
import { pricesIn, savingOf } from './periods.ts'

/** A plan with its price in the chosen period, and the checkout. */
export function Plan({
  plan,
  period,
  pending,
  onCheckout,
}: {
  plan: BillingProduct
  period: string | undefined
  /** The id of the price whose checkout is under way. */
  pending: string | undefined
  onCheckout: (priceId: string) => void
}) {
  return (
    <li className={classes.plan}>
      <h3>
        <bdi>{plan.name}</bdi>
      </h3>
      {plan.description !== '' && (
        <p className={classes.description}>
          <bdi>{plan.description}</bdi>
        </p>
      )}
      {plan.prices.length === 0 && <p className={classes.interval}>{texts.noPrice}</p>}
      <ul className={classes.prices}>
        {pricesIn(plan, period).map((price, index) => (
          <li key={price.id}>
            <p>
              <span className={classes.amount}>{formatPrice(price)}</span>{' '}
              <span className={classes.interval}>{formatInterval(price)}</span>
            </p>
            <Saving saving={savingOf(plan, price)} />
            <Button
              variant={index === 0 ? 'primary' : 'secondary'}
              wide
              busy={pending === price.id}
              aria-label={texts.checkoutPrice(plan.name, `${formatPrice(price)} ${formatInterval(price)}`)}
              onClick={() => {
                onCheckout(price.id)
              }}
            >
              {texts.checkout}
            </Button>
          </li>
        ))}
      </ul>
    </li>
  )
}

function Saving({ saving }: { saving: number | undefined }) {
  if (saving === undefined) return null
  const format = new Intl.NumberFormat(localeOr('en-US'), { style: 'percent' })
  return <p className={classes.interval}>{texts.saving(format.format(saving))}</p>
}
