import type { ChatEngine, Disclaimer } from '@org/chat-engine'
import { createContext, use } from 'react'
import type { HostBridge } from './host-bridge.ts'
import type { WidgetApi, WidgetConfig } from './services.ts'

/** Dependencies of the widget's parts. */
export interface WidgetServices {
  api: WidgetApi
  bridge: HostBridge
  config: WidgetConfig
  /** Disclaimer state until the engine has loaded. */
  gate: Disclaimer
  /** The chat; null until its code is there, which comes after the box to write in. */
  engine: ChatEngine | null
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
