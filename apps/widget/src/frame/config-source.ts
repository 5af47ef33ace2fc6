import type { EmbedLists } from '@org/api-client'

/** A widget's configuration, as far as it has arrived. */
export interface ConfigSource {
  /** The configuration to begin with: the defaults where it is slow or cannot be loaded. */
  first: Promise<EmbedLists>
  /** The configuration that arrives after the defaults were used; null where there is nothing more to show. */
  later: Promise<EmbedLists | null>
}

/**
 * Loads a configuration, with the defaults in its place after a while: the chat works without it.
 *
 * @param patienceMs longest wait before the defaults are used
 */
export function createConfigSource(
  load: () => Promise<EmbedLists>,
  defaults: EmbedLists,
  patienceMs: number,
): ConfigSource {
  const loaded = load().catch(() => defaults)
  const first = Promise.race([loaded, after(patienceMs, defaults)])
  return {
    first,
    later: Promise.all([first, loaded]).then(([used, lists]) => (lists === used ? null : lists)),
  }
}

async function after<Value>(ms: number, value: Value): Promise<Value> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  await promise
  return value
}
