import { createSafeStorage, type DisclaimerOptions, type SafeStorage } from '@org/chat-engine'
import type { WidgetConfig } from '../session/services.ts'

/** The settings of a widget that choose the storage of its data. */
interface StorageConfig {
  requireDisclaimer: WidgetConfig['requireDisclaimer']
  config: Pick<WidgetConfig['config'], 'conversations'>
}

/**
 * Options of a widget's engine for its browser data. Each widget has a namespace of its own, since a site may embed
 * several; all of them share the disclaimer. A single-use conversation lasts as long as its tab.
 *
 * @param cfg id of the configurator; `''` is the site's own widget
 */
export function widgetStorage(cfg: string, { config, requireDisclaimer }: StorageConfig): DisclaimerOptions {
  const shared = createSafeStorage()
  const storage =
    config.conversations === 'single' ? createSafeStorage(() => globalThis.sessionStorage) : shared
  const namespace = cfg === '' ? 'widget' : `widget.${cfg}`
  moveEarlierKeys(storage, namespace)
  return { storage, namespace, disclaimer: { required: requireDisclaimer, storage: shared } }
}

/** Moves what an earlier version stored as `org.widget.….org.guest` to `org.widget.….guest`. */
function moveEarlierKeys(storage: SafeStorage, namespace: string): void {
  for (const name of ['drafts', 'guest', 'guest.dismissed', 'outbox']) {
    const [earlier, key] = [`org.${namespace}.org.${name}`, `org.${namespace}.${name}`]
    const text = storage.getItem(earlier)
    if (text === null || storage.getItem(key) !== null) continue
    // First: a full storage has no room for both. What it refuses all the same goes back, for the next visit.
    storage.removeItem(earlier)
    if (!storage.tryItem(key, text)) storage.setItem(earlier, text)
  }
}
