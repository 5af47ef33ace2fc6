import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { handshakeMs } from '../../messages.ts'
import { loadLook, type Look } from '../../themes/looks.ts'
import { isWidgetTheme } from '../../themes/widget-themes.ts'
import type { FrameAddress } from '../session/read-address.ts'
import type { WidgetApi } from '../session/services.ts'
import type { HostBridge, HostPage } from './host-bridge.ts'
import type { HostViewport } from './use-scale.ts'

/** Access of the host page to the widget: `unknown` before its handshake. */
type HostAccess = 'unknown' | 'granted' | 'refused'

/** Options of {@link useHostRequests}. */
interface HostRequestOptions {
  address: FrameAddress
  api: WidgetApi
  bridge: HostBridge
  firstLook: Look
}

/** State of the widget that the host page can change. */
interface HostRequestState {
  open: boolean
  setOpen: (open: boolean) => void
  look: Look
  scheme: 'light' | 'dark' | 'auto'
  /** Viewport of the host page; null until it is reported. */
  host: HostViewport | null
  access: HostAccess
  /** Grows when the widget is to take the focus. */
  focusCount: number
  wantFocus: () => void
  /** Shows a theme of the widget, or light or dark. */
  showTheme: (theme: string) => Promise<void>
}

/** Handles the requests of the host page, after its handshake. */
export function useHostRequests({ address, api, bridge, firstLook }: HostRequestOptions): HostRequestState {
  const [open, setOpen] = useState(address.open)
  const [look, setLook] = useState(firstLook)
  const [scheme, setScheme] = useState<'light' | 'dark' | 'auto'>('auto')
  const [host, setHost] = useState<HostViewport | null>(null)
  // Another site's page must shake hands before anything of the chat is drawn.
  const [access, setAccess] = useState<HostAccess>(bridge.ownPage === undefined ? 'unknown' : 'granted')
  const [focusCount, setFocusCount] = useState(0)
  const wantFocus = (): void => setFocusCount((count) => count + 1)

  const onHello = useEffectEvent(async (page: HostPage) => {
    // The composer may be used while the server checks the page; a question waits for its answer.
    setAccess('granted')
    if ((await api.session.open(page)) === 'refused') setAccess('refused')
    else bridge.ready()
  })
  const onOpen = useEffectEvent((focus: boolean) => {
    setOpen(true)
    // A page that opens the widget by itself must not lose its own focus.
    if (focus) wantFocus()
  })
  const showTheme = async (theme: string): Promise<void> => {
    if (theme === 'light' || theme === 'dark' || theme === 'auto') setScheme(theme)
    else if (isWidgetTheme(theme)) setLook(await loadLook(theme))
  }
  const onTheme = useEffectEvent(showTheme)

  useEffect(() => {
    if (access !== 'unknown') return undefined
    const timer = setTimeout(() => setAccess('refused'), handshakeMs)
    return () => clearTimeout(timer)
  }, [access])

  // Requests that arrived before this component are handled before the first paint.
  useLayoutEffect(
    () =>
      bridge.listen({
        onHello: (page) => void onHello(page),
        onOpen,
        onClose: () => setOpen(false),
        onTheme: (theme) => void onTheme(theme),
        onViewport: setHost,
      }),
    [bridge],
  )

  return { open, setOpen, look, scheme, host, access, focusCount, wantFocus, showTheme }
}
