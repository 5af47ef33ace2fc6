import type { Principal, Quota } from '../limits/answer-limiter.ts'
import type { AppContext } from '../platform/http/app-env.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import type { ConfiguratorRow } from '../widgets/configurators.store.ts'

/** Quotas of a signed-in person, all guests at one address, everybody at one address, and a widget. */
export type ChatQuotas = Record<'user' | 'guest' | 'address' | 'widget', Quota>

/** The principals that questions count for. */
export interface Principals {
  /** The person or the guests of an address, within the address and the widget. */
  of: (c: AppContext, user: SessionUser | null, widget?: ConfiguratorRow | null) => Principal
  ofWidget: (widget: ConfiguratorRow) => Principal
}

/** Creates the principals of requests. */
export function createPrincipals(quotas: ChatQuotas): Principals {
  const ofWidget = (widget: ConfiguratorRow): Principal => ({
    key: widgetKey(widget.id),
    // The quotas of a day begin anew with the next owner, as the budget of a month does.
    counter: `${widgetKey(widget.id)} of ${widget.clientOwner ?? 'the site'}`,
    quota: {
      ...quotas.widget,
      perDay: widget.questionsPerDay ?? quotas.widget.perDay,
      tokensPerDay: widget.tokensPerDay ?? quotas.widget.tokensPerDay,
    },
  })
  return {
    ofWidget,
    of(c, user, widget = null) {
      const address = countedAddress(c.get('clientAddress'))
      const within = [
        { key: `address ${address}`, quota: quotas.address },
        ...(widget ? [ofWidget(widget)] : []),
      ]
      return user === null
        ? { key: `guest ${address}`, quota: quotas.guest, within }
        : { key: `user ${user.id}`, quota: quotas.user, within }
    },
  }
}

/** The key under which the questions and running answers of a widget are counted. */
export function widgetKey(widgetId: string): string {
  return `widget ${widgetId}`
}
