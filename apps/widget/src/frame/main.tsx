import '@org/theme/styles.css'
import '@org/ui-kit/styles.css'
import type { EmbedConfig } from '@org/api-client'
import { chooseLanguage, type Language, markLanguage } from '@org/languages'
import { createRoot } from 'react-dom/client'
import { loadLook } from '../themes/looks.ts'
import { createHostBridge } from './host-bridge.ts'
import { readAddress } from './read-address.ts'
import { createWidgetApi, defaultLists } from './services.ts'
import './styles.css'
import { Widget } from './widget.tsx'
import { widgetTexts } from './widget.texts.ts'

// What the configurator says is waited for no longer than this: the chat works without it.
const patienceMs = 1500

async function start(root: HTMLElement): Promise<void> {
  const address = readAddress(new URL(window.location.href))
  const bridge = createHostBridge(window, address.origin)
  const api = createWidgetApi(address.cfg)
  const [look, lists] = await Promise.all([
    loadLook(address.theme),
    Promise.race([api.config().catch(() => defaultLists), after(patienceMs, defaultLists)]),
    speakLanguage(chooseLanguage([address.language, ...navigator.languages])),
  ])
  const requireDisclaimer = address.requireDisclaimer && lists.config.requireDisclaimer
  const config = { ...lists, config: inLanguage(lists.config), requireDisclaimer }
  document.title = config.config.title
  createRoot(root).render(
    <Widget
      address={address}
      api={api}
      bridge={bridge}
      config={config}
      engine={api.engine(config)}
      firstLook={look}
    />,
  )
}

/** What nobody has configured is said in the language that is spoken. */
function inLanguage(config: EmbedConfig): EmbedConfig {
  const { title, composePlaceholder } = defaultLists.config
  return {
    ...config,
    title: config.title === title ? widgetTexts.title : config.title,
    composePlaceholder:
      config.composePlaceholder === composePlaceholder ? widgetTexts.placeholder : config.composePlaceholder,
  }
}

/** English is there already; another language's texts are fetched, and without them English is spoken. */
async function speakLanguage(language: Language): Promise<void> {
  if (language === 'en') return
  try {
    await (await import('./speak-language.ts')).speakLanguage(language)
    markLanguage(document.documentElement, language)
  } catch {
    // It stays English.
  }
}

async function after<Value>(ms: number, value: Value): Promise<Value> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  await promise
  return value
}

const root = document.querySelector<HTMLElement>('#root')
if (root !== null) void start(root)
