import { createContext, use } from 'react'
import type { HostBridge } from './host-bridge.ts'
import type { WidgetApi, WidgetConfig } from './services.ts'

/** What the parts of the widget stand on. */
export interface WidgetServices {
  api: WidgetApi
  bridge: HostBridge
  config: WidgetConfig
}

/** Gives them to every part below it. */
export const WidgetContext = createContext<WidgetServices | null>(null)

/**
 * What the parts of the widget stand on.
 *
 * @throws {Error} when no provider stands above
 */
export function useWidget(): WidgetServices {
  const services = use(WidgetContext)
  if (services === null) throw new Error('useWidget needs a WidgetContext above it.')
  return services
}
