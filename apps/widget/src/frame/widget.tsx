import { kit } from '@org/languages'
import { ChatProvider, createChatView } from '@org/ui-kit/engine'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { transformOrigin } from '../auto-scale.ts'
import { isWidgetTheme, widgetThemes } from '../themes/widget-themes.ts'
import { loadLook, type Look } from '../themes/looks.ts'
import { Chat } from './chat/chat.tsx'
import type { HostBridge, HostPage } from './host-bridge.ts'
import { createLateEngine, useLoadedEngine } from './late-engine.ts'
import { Launcher } from './launcher.tsx'
import { placementOf, type FrameAddress } from './read-address.ts'
import type { WidgetApi, WidgetConfig } from './services.ts'
import { useDraft } from './use-draft.ts'
import { useHostNews } from './use-host-news.ts'
import { type HostViewport, useScale } from './use-scale.ts'
import { useScheme } from './use-scheme.ts'
import { useAfterPaint } from './use-after-paint.ts'
import { listHeights } from './list-heights.ts'
import { WidgetContext } from './widget-context.ts'
import { createWidgetStorage } from './widget-storage.ts'
import { widgetTexts } from './widget.texts.ts'
import classes from './widget.module.css'

/** Access of the host page to the widget: `unknown` before its handshake. */
type HostAccess = 'unknown' | 'granted' | 'refused'

/** Timeout of the host page's handshake, in ms; the loader gives up after the same time. */
const handshakeMs = 15_000

/** Props of the widget. */
export interface WidgetProps {
  address: FrameAddress
  api: WidgetApi
  bridge: HostBridge
  config: WidgetConfig
  firstLook: Look
}

/** The widget: closed, a launcher or nothing; open, a card with the chat, scaled to fit and placed in its corner. */
export function Widget({ address, api, bridge, config: saved, firstLook }: WidgetProps) {
  const [open, setOpen] = useState(address.open)
  const [look, setLook] = useState(firstLook)
  const [scheme, setScheme] = useState<'light' | 'dark' | 'auto'>('auto')
  const [host, setHost] = useState<HostViewport | null>(null)
  // Another site's page must shake hands before anything of the chat is drawn.
  const [access, setAccess] = useState<HostAccess>(bridge.ownPage === undefined ? 'unknown' : 'granted')
  const [focusCount, setFocusCount] = useState(0)
  const launcherRef = useRef<HTMLButtonElement>(null)
  const placement = placementOf(address, look.name)
  const { scale } = useScale(placement, host, { open, bridge })
  const shown = useScheme(scheme)
  const settled = useAfterPaint(open) && access === 'granted'
  const { requireDisclaimer } = saved
  const [storage] = useState(() => createWidgetStorage(address.cfg, saved.config.conversations))
  const [late] = useState(() => createLateEngine({ storage, disclaimer: { required: requireDisclaimer } }))
  const [view] = useState(createChatView)
  const engine = useLoadedEngine(settled, async () => {
    const { createWidgetEngine } = await import('./create-engine.ts')
    return createWidgetEngine({ api, cfg: address.cfg, storage, requireDisclaimer })
  })
  const unread = useHostNews(engine, bridge, open)

  const wantFocus = (): void => setFocusCount((count) => count + 1)

  const onHello = useEffectEvent(async (page: HostPage) => {
    // The box may be drawn and written in while the server checks the page; a question waits for its answer.
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
  const draft = useDraft((theme) => void showTheme(theme))
  const config = draft === null ? saved : { ...saved, ...draft }

  // Read by the boot guard.
  useEffect(() => {
    document.documentElement.dataset['started'] = ''
  }, [])

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

  const isPages = address.hideLauncher && bridge.framed
  const minimize = (): void => {
    // The page's launcher closes what it has opened (specification 2, section 4).
    if (isPages) bridge.close()
    else {
      setOpen(false)
      launcherRef.current?.focus()
    }
  }
  const closeOnEscape = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Open dialogs and lists close first; a required sign-in stays.
    const keeps = 'dialog[open], [aria-expanded="true"], [data-required]'
    if (event.currentTarget.querySelector(keeps) === null) minimize()
  }

  const style: CSSProperties & Record<`--${string}`, string> = {
    '--widget-width': `${placement.width}px`,
    '--widget-height': `${placement.height}px`,
    '--widget-list': `${listHeights[look.name] + placement.height - widgetThemes[look.name].height}px`,
  }
  const transform = scale < 1 && host?.full !== true ? `scale(${scale})` : undefined

  if (access === 'refused') return <p className={classes.refused}>{widgetTexts.unavailable}</p>
  if (access === 'unknown') return null
  return (
    <WidgetContext value={{ api, bridge, config, late, engine }}>
      <ChatProvider engine={engine} view={view} labels={kit} compact>
        <div
          className={`${classes.widget} ${look.className}`}
          data-theme={shown}
          data-look={look.name}
          data-position={placement.position}
          data-fill={host === null ? undefined : host.full ? 'all' : 'frame'}
          style={style}
        >
          {/* Escape minimises from anywhere inside; the button for it is in the header. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <main
            id="card"
            className={classes.card}
            aria-label={config.config.title}
            hidden={!open}
            style={{ transform, transformOrigin: transformOrigin(placement.position) }}
            onKeyDown={closeOnEscape}
          >
            <Chat
              Header={look.Header}
              onMinimize={isPages || !address.hideLauncher ? minimize : undefined}
              shown={open}
              settled={settled}
              focusCount={focusCount}
              onFocusWanted={wantFocus}
            />
          </main>
          {!address.hideLauncher && (
            <Launcher
              ref={launcherRef}
              title={config.config.title}
              open={open}
              unread={unread}
              onOpen={() => {
                setOpen(true)
                bridge.opened()
                wantFocus()
              }}
            />
          )}
        </div>
      </ChatProvider>
    </WidgetContext>
  )
}
