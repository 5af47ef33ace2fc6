import type { BillingProduct, Price } from '@org/api-client'
import { Button } from '@org/ui-kit'
import { billingTexts as texts } from './billing.texts.ts'
import classes from './billing.module.css'
import { formatPrice } from './format-price.ts'

/** A plan with its prices, each with a checkout. */
export function Plan({
  plan,
  pending,
  onCheckout,
}: {
  plan: BillingProduct
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
        {plan.prices.map((price, index) => (
          <li key={price.id}>
            <p>
              <span className={classes.amount}>{formatPrice(price)}</span>{' '}
              <span className={classes.interval}>{intervalOf(price)}</span>
            </p>
            <Button
              variant={index === 0 ? 'primary' : 'secondary'}
              wide
              busy={pending === price.id}
              aria-label={texts.checkoutPrice(plan.name, `${formatPrice(price)} ${intervalOf(price)}`)}
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

function intervalOf({ interval }: Price): string {
  return interval === null ? texts.once : texts.perInterval(interval)
}
