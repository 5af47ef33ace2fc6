import { texts } from '@org/languages'

/** The texts of orders on the dashboards. */
export const orderTexts = texts('analytics/orders', {
  title: 'Orders',
  error: 'Unable to load the orders.',
  explanation: (days: number) =>
    days === 1
      ? 'Orders that a visitor placed within a day of opening a product in the widget, as your shop reported them.'
      : `Orders that a visitor placed within ${days} days of opening a product in the widget, as your shop reported them.`,
  reports:
    'Browsers send these reports, and can block or invent them: use them to compare products, and the figures of your shop for accounts.',
  unfiltered: 'Filters do not apply to orders.',
  empty: 'No orders in this selection.',
  orders: 'Orders after a click',
  clicks: 'Product clicks',
  ofClicks: (clicks: number, shown: string) =>
    clicks === 1 ? 'One product click in the same period' : `${shown} product clicks in the same period`,
  value: 'Value of these orders',
  byProduct: 'Orders by clicked product',
  several: 'An order after clicks on several products counts for each of them.',
  columns: {
    product: 'Product',
    orders: 'Orders',
    bought: 'With the product itself',
    value: 'Value of the orders',
  },
  latest: 'Latest orders',
  latestNote: 'Remove an order that your shop does not have.',
  latestOf: (shown: string, all: string) =>
    `The latest ${shown} of ${all} orders. Choose fewer days to see others.`,
  remove: 'Remove',
  removeOf: (value: string, time: string) => `Remove the order of ${value} from ${time}`,
  removeQuestion: 'Remove this order?',
  removeAnswer: (value: string, time: string) =>
    `The order of ${value} from ${time} no longer counts. The audit log lists the removal.`,
  removed: 'The order was removed.',
  removeError: 'Unable to remove the order. Please try again.',
  boughtOf: (bought: string, orders: string) => `${bought} of ${orders}`,
})
