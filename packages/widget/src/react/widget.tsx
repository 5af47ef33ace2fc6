import { useEffect, useRef, useState } from 'react'
import { identityOf } from '../follow-options.ts'
import { mountWidget, type WidgetHandle } from '../mount-widget.ts'
import type { WidgetEvents, WidgetOptions } from '../types.ts'

/**
 * Adds a widget while the component is mounted. Returns its handle, null before that and in a server render. A changed
 * visitor or colour reaches the widget that is there; another change replaces it.
 *
 * @example
 * import { useWidget } from '@org/widget/react'
 *
 * export function Help() {
 *   const widget = useWidget({ server: 'https://chat.example', cfg: 'CONFIGURATOR_ID', hideLauncher: true })
 *   return <button onClick={() => widget?.open()}>Ask us</button>
 * }
 */
export function useWidget(options: WidgetOptions): WidgetHandle | null {
  const [widget, setWidget] = useState<WidgetHandle | null>(null)
  const { user = null, scheme = 'auto' } = options
  const identity = identityOf(options)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const mounted = mountWidget(latest.current)
    setWidget(mounted)
    return () => mounted.destroy()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The text of the options, which are new objects each time.
  }, [identity])

  const { user_id, user_hash, user_expires } = user ?? {}
  const isNew = useRef<WidgetHandle | null>(null)
  useEffect(() => {
    if (widget === null) return
    // It was mounted with these.
    if (isNew.current !== widget) {
      isNew.current = widget
      return
    }
    widget.identify(latest.current.user ?? null)
    widget.setScheme(scheme)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The fields of the visitor, who is a new object each time.
  }, [widget, user_id, user_hash, user_expires, scheme])

  return widget
}

/** Props of {@link Widget}: the options, and listeners of its events. */
export interface WidgetProps extends WidgetOptions {
  onReady?: (() => void) | undefined
  onOpen?: (() => void) | undefined
  onClose?: (() => void) | undefined
  onUnread?: ((detail: WidgetEvents['unread']) => void) | undefined
  onMessage?: ((detail: WidgetEvents['message']) => void) | undefined
  onCitationOpen?: ((detail: WidgetEvents['citation:open']) => void) | undefined
  onProductClick?: ((detail: WidgetEvents['product:click']) => void) | undefined
  onHandover?: ((detail: WidgetEvents['handover']) => void) | undefined
  onError?: ((detail: WidgetEvents['error']) => void) | undefined
}

/**
 * A widget in the page while the component is mounted. Renders nothing in its place.
 *
 * @example
 * import { Widget } from '@org/widget/react'
 *
 * export function Shop() {
 *   return <Widget server="https://chat.example" cfg="CONFIGURATOR_ID" theme="ivory" />
 * }
 */
export function Widget({
  onReady,
  onOpen,
  onClose,
  onUnread,
  onMessage,
  onCitationOpen,
  onProductClick,
  onHandover,
  onError,
  ...options
}: WidgetProps): null {
  const widget = useWidget(options)
  useWidgetEvent(widget, 'ready', onReady)
  useWidgetEvent(widget, 'open', onOpen)
  useWidgetEvent(widget, 'close', onClose)
  useWidgetEvent(widget, 'unread', onUnread)
  useWidgetEvent(widget, 'message', onMessage)
  useWidgetEvent(widget, 'citation:open', onCitationOpen)
  useWidgetEvent(widget, 'product:click', onProductClick)
  useWidgetEvent(widget, 'handover', onHandover)
  useWidgetEvent(widget, 'error', onError)
  return null
}

function useWidgetEvent<Name extends keyof WidgetEvents>(
  widget: WidgetHandle | null,
  name: Name,
  listener: ((detail: WidgetEvents[Name]) => void) | undefined,
): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => widget?.on(name, (detail) => latest.current?.(detail)), [widget, name])
}
