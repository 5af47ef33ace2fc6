import { HttpError } from './http-error.ts'
import { type SessionUser, clientOf } from './principal.ts'

/** State of background work as it is written to its readers. */
export interface ProgressState {
  /** JSON. */
  data: string
  isDone: boolean
}

/** Called with the state of the work each time it was read, and with null when it could not be read. */
export type ProgressListener = (state: ProgressState | null) => void

/** Reads work that somebody follows, each once per look however many follow it. */
export interface ProgressWatch {
  /**
   * Follows work, whose state the caller has read, until the returned function is called.
   *
   * @throws {HttpError} 429 when the account, or all accounts of this process, follow too much at once
   */
  follow: (user: SessionUser, workId: string, listener: ProgressListener) => () => void
}

/** Limits of {@link createProgressWatch}. */
export interface ProgressWatchOptions {
  /** Milliseconds between two looks at the work. @default 500 */
  lookMs?: number
  /** Connections of one account: some tabs. @default 5 */
  ofAccount?: number
  /** Connections of this process. @default 200 */
  inAll?: number
}

/** Seconds after which a refused reader may ask again. */
const retryAfterSeconds = 5

interface Followed {
  listeners: Set<ProgressListener>
  timer: NodeJS.Timeout | undefined
}

/**
 * Creates the followed work of one process.
 *
 * @param read reads the state of work as its reader may see it; it throws when the work is gone
 */
export function createProgressWatch(
  read: (user: SessionUser, workId: string) => Promise<ProgressState>,
  { lookMs = 500, ofAccount = 5, inAll = 200 }: ProgressWatchOptions = {},
): ProgressWatch {
  const followed = new Map<string, Followed>()
  const connections = new Map<string, number>()
  let open = 0

  function requireRoom(userId: string): void {
    if ((connections.get(userId) ?? 0) < ofAccount && open < inAll) return
    throw new HttpError(
      'rate_limited',
      'The progress of too many jobs is shown at once. Please close some of these pages.',
      { retryAfterSeconds },
    )
  }

  /** Reads the work, then again after a pause, while somebody follows it. */
  async function look(key: string, user: SessionUser, workId: string): Promise<void> {
    const entry = followed.get(key)
    if (entry === undefined) return
    const state = await read(user, workId).catch(() => null)
    for (const listener of entry.listeners) listener(state)
    if (entry.listeners.size === 0) return
    entry.timer = setTimeout(() => void look(key, user, workId), lookMs)
  }

  return {
    follow(user, workId, listener) {
      requireRoom(user.id)
      open += 1
      connections.set(user.id, (connections.get(user.id) ?? 0) + 1)
      // Administrators see the same of all work; so do the members of an organisation.
      const key = `${clientOf(user) ?? 'admin'} ${workId}`
      const known = followed.get(key)
      const entry = known ?? { listeners: new Set(), timer: undefined }
      entry.listeners.add(listener)
      if (known === undefined) {
        followed.set(key, entry)
        entry.timer = setTimeout(() => void look(key, user, workId), lookMs)
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
