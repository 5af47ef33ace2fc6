import type { WidgetAppearance } from '@org/api-client'
import { createStore } from '@org/chat-engine'
import { kit } from '@org/languages'
import { ChatProvider, createChatView } from '@org/ui-kit/engine'
import { useEffect, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { transformOrigin } from '../auto-scale.ts'
import { widgetThemes, type WidgetPlacement, type WidgetTheme } from '../themes/widget-themes.ts'
import type { Look } from '../themes/looks.ts'
import { Chat } from './chat/chat.tsx'
import type { HostBridge } from './host/host-bridge.ts'
import { useHostRequests } from './host/use-host-requests.ts'
import { createAccountFollower } from './engine/follow-account.ts'
import { createLateEngine, useLoadedEngine } from './engine/late-engine.ts'
import { useSessionCheck } from './engine/use-session-check.ts'
import { Launcher } from './launcher.tsx'
import { minimizesCard } from './minimizes-card.ts'
import { placementOf, type FrameAddress } from './session/read-address.ts'
import type { WidgetApi, WidgetConfig } from './session/services.ts'
import { useDraft } from './use-draft.ts'
import { useHostNews } from './host/use-host-news.ts'
import { useScale } from './host/use-scale.ts'
import { useScheme } from './host/use-scheme.ts'
import { appearanceStyle } from './appearance/appearance-style.ts'
import { useBrand } from './appearance/use-brand.ts'
import { useAfterPaint } from './use-after-paint.ts'
import { listHeights } from './list-heights.ts'
import { WidgetContext } from './widget-context.ts'
import { widgetStorage } from './engine/widget-storage.ts'
import { widgetTexts } from './widget.texts.ts'
import classes from './widget.module.css'

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
  const page = useHostRequests({ address, api, bridge, firstLook })
  const { open, setOpen, look, host, access, focusCount, wantFocus } = page
  const launcherRef = useRef<HTMLButtonElement>(null)
  const placement = placementOf(address, look.name)
  const { scale } = useScale(placement, host, { open, bridge })
  const shown = useScheme(page.scheme)
  const settled = useAfterPaint(open) && access === 'granted'
  const [stored] = useState(() => widgetStorage(address.cfg, saved))
  const [late] = useState(() => createLateEngine(stored))
  const [view] = useState(createChatView)
  const [handover] = useState(() => createStore(false))
  const engine = useLoadedEngine(settled, async () => {
    const { createWidgetEngine } = await import('./engine/create-engine.ts')
    return createWidgetEngine({ api, cfg: address.cfg, stored, onAccount: createAccountFollower(view) })
  })
  useSessionCheck(engine)
  const unread = useHostNews(engine, bridge, open)
  const draft = useDraft((theme) => void page.showTheme(theme))
  const config = draft === null ? saved : { ...saved, ...draft }
  const { appearance } = config.config
  useBrand(appearance)

  useEffect(markStarted, [])

  const isPages = address.hideLauncher && bridge.framed
  const minimize = (): void => {
    // The page's launcher closes what it has opened (specification 2, section 4).
    if (isPages) bridge.close()
    else {
      setOpen(false)
      launcherRef.current?.focus()
    }
  }
  const closeOnEscape = ({ nativeEvent, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    if (minimizesCard(nativeEvent, currentTarget)) minimize()
  }

  const style = cardStyle(appearance, { address, placement, theme: look.name })
  const transform = scale < 1 && host?.full !== true ? `scale(${scale})` : undefined

  if (access === 'refused') return <p className={classes.refused}>{widgetTexts.unavailable}</p>
  if (access === 'unknown') return null
  return (
    <WidgetContext value={{ api, bridge, config, late, engine, handover }}>
      <ChatProvider engine={engine} view={view} labels={kit} compact>
        <div
          className={`${classes.widget} ${look.className}`}
          data-theme={shown}
          data-look={look.name}
          data-avatar={appearance.avatar === null ? undefined : ''}
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
            // Takes the focus where the message box would bring up a keyboard.
            tabIndex={-1}
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
              label={appearance.label}
              icon={appearance.icon}
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

function markStarted(): void {
  // Read by the boot guard.
  document.documentElement.dataset['started'] = ''
  // Without the boot guard, nothing else removes it.
  document.querySelector('#boot-fallback')?.remove()
}

interface CardStyleOptions {
  address: FrameAddress
  placement: WidgetPlacement
  theme: WidgetTheme
}

/** Sizes of the card, and the looks of its brand. */
function cardStyle(
  appearance: WidgetAppearance,
  { address, placement, theme }: CardStyleOptions,
): CSSProperties & Record<`--${string}`, string> {
  return {
    ...appearanceStyle(appearance, address.pageFont),
    '--widget-width': `${placement.width}px`,
    '--widget-height': `${placement.height}px`,
    '--widget-list': `${listHeights[theme] + placement.height - widgetThemes[theme].height}px`,
  }
}
