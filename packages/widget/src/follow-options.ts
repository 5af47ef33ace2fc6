import type { WidgetOptions } from './types.ts'

/** Text of the options whose change needs a new widget: all but the visitor and the colours, which a widget can change. */
export function identityOf({ user: _user, scheme: _scheme, ...options }: WidgetOptions): string {
  const named = Object.entries(options).filter(([, value]) => value !== undefined)
  return JSON.stringify(named.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
