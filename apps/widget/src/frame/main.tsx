import '@org/theme/styles.css'
import '@org/ui-kit/styles.css'
import type { EmbedConfig, EmbedLists } from '@org/api-client'
import { chooseLanguage, type Language, markLanguage } from '@org/languages'
import { createRoot } from 'react-dom/client'
import { address, api, bridge, configSource, endEarly, firstLook } from './early.ts'
import { isTouch } from './is-touch.ts'
import { withoutKeyHint } from './key-hint.ts'
import { defaultLists } from './session/services.ts'
import './styles.css'
import { Widget } from './widget.tsx'
import { widgetTexts } from './widget.texts.ts'

async function start(root: HTMLElement): Promise<void> {
  const [look, lists] = await Promise.all([firstLook, configSource.first])
  const { language } = lists.config.appearance
  const wanted = language === 'auto' ? [address.language, ...navigator.languages] : [language]
  await speakLanguage(chooseLanguage(wanted))
  const reactRoot = createRoot(root)
  function draw(given: EmbedLists): void {
    const requireDisclaimer = address.requireDisclaimer && given.config.requireDisclaimer
    const config = { ...given, config: inLanguage(given.config), requireDisclaimer }
    document.title = config.config.title
    reactRoot.render(<Widget address={address} api={api} bridge={bridge} config={config} firstLook={look} />)
  }
  endEarly()
  draw(lists)
  // Title and looks of the brand follow; the language stays, for a chat that may be in use.
  const later = await configSource.later
  if (later !== null) draw(later)
}

/** Translates the texts that the configurator leaves at their default. */
function inLanguage(config: EmbedConfig): EmbedConfig {
  const { title, composePlaceholder } = defaultLists.config
  const { placeholder, placeholderTouch } = widgetTexts
  const own = config.composePlaceholder === composePlaceholder ? null : config.composePlaceholder
  return {
    ...config,
    title: config.title === title ? widgetTexts.title : config.title,
    composePlaceholder: isTouch() ? withoutKeyHint(own ?? '') || placeholderTouch : (own ?? placeholder),
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

const root = document.querySelector<HTMLElement>('#root')
if (root !== null) void start(root)
