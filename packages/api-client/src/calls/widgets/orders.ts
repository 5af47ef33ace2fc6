import { flag, or, shape } from '../../decode.ts'
import type { CallOptions, Http } from '../../http.ts'

/** An order of a shop's visitor. */
export interface OrderReport {
  /** Id of the widget. */
  cfg: string
  /** Ids of the visitor's clicks on products of the client's widgets. */
  clicks: readonly string[]
  order: {
    /** Its number in the shop: each counts once for a client. */
    id: string
    /** In units of the currency, such as 49.9. */
    total: number
    /** ISO 4217 code. */
    currency: string
    items?: readonly { name: string }[] | undefined
  }
}

/** Result of a reported order. */
export interface OrderReceipt {
  counted: boolean
}

/** The calls about orders of shops. */
export interface OrderCalls {
  /**
   * Reports an order.
   *
   * @returns `counted`: true when it follows a click within the period of the deployment
   */
  reportOrder: (report: OrderReport, options?: CallOptions) => Promise<OrderReceipt>
}

const decodeReceipt = shape<OrderReceipt>({ counted: or(flag, false) })

/** The calls of {@link OrderCalls}. */
export function createOrderCalls({ call }: Http): OrderCalls {
  return {
    reportOrder: (report, { signal } = {}) =>
      call(decodeReceipt, { method: 'POST', path: '/embed/orders', body: { ...report }, signal }),
  }
}
