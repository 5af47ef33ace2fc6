import type { BillingProduct } from '@org/api-client'
import { VisuallyHidden } from '@org/ui-kit'
import { Check, Minus } from 'lucide-react'
import { billingTexts as texts } from './billing.texts.ts'
import { formatInterval, formatPrice } from './format-price.ts'
import { pricesIn } from './periods.ts'
import classes from './plan-comparison.module.css'

/** A table of the plans: a row for the price, and one for each feature. */
export function PlanComparison({
  plans,
  period,
}: {
  plans: readonly BillingProduct[]
  period: string | undefined
}) {
  const features = [...new Set(plans.flatMap((plan) => plan.features))]
  return (
    // The region scrolls sideways on narrow screens; focus lets a keyboard scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.scroll} aria-label={texts.compare} tabIndex={0}>
      <table className={classes.table}>
        <caption>{texts.compare}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.heading}</th>
            {plans.map(({ id, name }) => (
              <th key={id} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{texts.priceRow}</th>
            {plans.map((plan) => (
              <td key={plan.id}>
                {pricesIn(plan, period)
                  .map((price) => `${formatPrice(price)} ${formatInterval(price)}`)
                  .join(' · ') || texts.noPrice}
              </td>
            ))}
          </tr>
          {features.map((feature) => (
            <tr key={feature}>
              <th scope="row">
                <bdi>{feature}</bdi>
              </th>
              {plans.map((plan) => (
                <td key={plan.id}>
                  <Inclusion isIncluded={plan.features.includes(feature)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Inclusion({ isIncluded }: { isIncluded: boolean }) {
  const Icon = isIncluded ? Check : Minus
  return (
    <>
      <Icon className={isIncluded ? undefined : classes.missing} aria-hidden="true" />
      <VisuallyHidden>{isIncluded ? texts.included : texts.notIncluded}</VisuallyHidden>
    </>
  )
}
