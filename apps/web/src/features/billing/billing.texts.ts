import { texts } from '@org/languages'

/** The visible texts of the plans, in the words of specification 1 sections 2 and 8. */
export const billingTexts = texts('site/billing', {
  heading: 'Plans',
  lead: 'Choose what fits, and stop when you like.',
  loading: 'Loading plans…',
  failed: 'Could not load plans. Please try again later.',
  retry: 'Try again',
  empty: 'No plans available yet.',
  manage: 'Manage subscription',
  active: 'Your subscription is active.',
  activePlan: (plan: string) => `Your subscription is active: ${plan}.`,
  checkout: 'Choose this plan',
  /** The name of one price's button, where a plan has several. */
  checkoutPrice: (plan: string, price: string) => `Choose this plan: ${plan}, ${price}`,
  opening: 'Opening the payment page…',
  openingPortal: 'Opening your subscription…',
  checkoutError: 'Checkout error',
  portalError: 'Portal error',
  withMessage: (error: string, message: string) => `${error}: ${message}`,
  login: 'Login',
  blocked: 'Your browser kept the new tab from opening.',
  openLink: 'Open the page',
  perInterval: (interval: string) => `per ${interval}`,
  period: 'Billing period',
  periodName: (interval: string) =>
    ({ day: 'Daily', week: 'Weekly', month: 'Monthly', year: 'Yearly' })[interval] ?? `Per ${interval}`,
  saving: (percentage: string) => `Save ${percentage} against twelve months`,
  compare: 'Compare the plans',
  included: 'Included',
  notIncluded: 'Not included',
  priceRow: 'Price',
  once: 'once',
  noPrice: 'Ask us for a price',
  scriptNeeded: 'Plans and prices need JavaScript.',
})
