import type { ContentImport } from '@org/api-client/contract'
import { HttpError } from '../../platform/http/http-error.ts'
import type { SessionUser } from '../../platform/http/principal.ts'

/** State of an import as it is written to its readers. */
export interface ImportState {
  /** JSON. */
  data: string
  isDone: boolean
}

/** Writes out the state of an import, once for all of its readers. */
export function toState(state: ContentImport): ImportState {
  return { data: JSON.stringify(state), isDone: state.status === 'done' }
}

/** Called with the state of an import each time it was read, and with null when it could not be read. */
export type ImportListener = (state: ImportState | null) => void

/** Reads imports that somebody follows, each once per look however many follow it. */
export interface ImportWatch {
  /**
   * Follows an import, whose state the caller has read, until the returned function is called.
   *
   * @throws {HttpError} 429 when the account, or all accounts of this process, follow too many at once
   */
  follow: (user: SessionUser, importId: string, listener: ImportListener) => () => void
}

/** Limits of {@link createImportWatch}. */
export interface ImportWatchOptions {
  /** Milliseconds between two looks at an import. @default 500 */
  lookMs?: number
  /** Connections of one account: some tabs. @default 5 */
  ofAccount?: number
  /** Connections of this process. @default 200 */
  inAll?: number
}

/** Seconds after which a refused reader may ask again. */
const retryAfterSeconds = 5

interface Followed {
  listeners: Set<ImportListener>
  timer: NodeJS.Timeout | undefined
}

/**
 * Creates the followed imports of one process.
 *
 * @param read reads an import as its reader may see it; it throws when the import is gone
 */
export function createImportWatch(
  read: (user: SessionUser, importId: string) => Promise<ContentImport>,
  { lookMs = 500, ofAccount = 5, inAll = 200 }: ImportWatchOptions = {},
): ImportWatch {
  const followed = new Map<string, Followed>()
  const connections = new Map<string, number>()
  let open = 0

  function requireRoom(userId: string): void {
    if ((connections.get(userId) ?? 0) < ofAccount && open < inAll) return
    throw new HttpError(
      'rate_limited',
      'The progress of too many imports is shown at once. Please close some of these pages.',
      { retryAfterSeconds },
    )
  }

  /** Reads an import, then again after a pause, while somebody follows it. */
  async function look(key: string, user: SessionUser, importId: string): Promise<void> {
    const entry = followed.get(key)
    if (entry === undefined) return
    const state = await read(user, importId).then(toState, () => null)
    for (const listener of entry.listeners) listener(state)
    if (entry.listeners.size === 0) return
    entry.timer = setTimeout(() => void look(key, user, importId), lookMs)
  }

  return {
    follow(user, importId, listener) {
      requireRoom(user.id)
      open += 1
      connections.set(user.id, (connections.get(user.id) ?? 0) + 1)
      // Administrators see the same of every import; what a client may see is its own.
      const key = `${user.role === 'admin' ? 'admin' : user.id} ${importId}`
      const known = followed.get(key)
      const entry = known ?? { listeners: new Set(), timer: undefined }
      entry.listeners.add(listener)
      if (known === undefined) {
        followed.set(key, entry)
        entry.timer = setTimeout(() => void look(key, user, importId), lookMs)
      }
      return () => {
        if (!entry.listeners.delete(listener)) return
        open -= 1
        const left = (connections.get(user.id) ?? 1) - 1
        if (left === 0) connections.delete(user.id)
        else connections.set(user.id, left)
        if (entry.listeners.size > 0) return
        clearTimeout(entry.timer)
        followed.delete(key)
      }
    },
  }
}
