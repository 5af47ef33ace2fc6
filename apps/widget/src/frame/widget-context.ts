import type { ChatEngine, WritableStore } from '@org/chat-engine'
import { createContext, use } from 'react'
import type { HostBridge } from './host/host-bridge.ts'
import type { LateEngine } from './engine/late-engine.ts'
import type { WidgetApi, WidgetConfig } from './session/services.ts'

/** Dependencies of the widget's parts. */
export interface WidgetServices {
  api: WidgetApi
  bridge: HostBridge
  config: WidgetConfig
  /** Stands in for the engine until it has loaded. */
  late: LateEngine
  /** The engine; null until its code has loaded, which happens after the first paint of the composer. */
  engine: ChatEngine | null
  /** True while the form of a visitor who asks for a person is open. */
  handover: WritableStore<boolean>
}

/** Gives them to every part below it. */
export const WidgetContext = createContext<WidgetServices | null>(null)

/**
 * Services and settings shared by the parts of the widget.
 *
 * @throws {Error} when no provider stands above
 */
export function useWidget(): WidgetServices {
  const services = use(WidgetContext)
  if (services === null) throw new Error('useWidget needs a WidgetContext above it.')
  return services
}
