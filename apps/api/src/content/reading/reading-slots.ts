import { totalmem } from 'node:os'

/** Processes that read files at once, each with its memory. */
export interface ReadingSlots {
  /** Resolves when a process may start. Idle processes are ended for it. */
  take: (signal: AbortSignal) => Promise<void>
  /** Frees the slot of a process that has ended. */
  free: () => void
  /** Marks a process as idle: it keeps its slot until somebody needs one. @param close ends it, and frees its slot */
  rest: (close: () => Promise<void>) => void
  /** Marks a process as at work. */
  wake: (close: () => Promise<void>) => void
}

/** Memory of one process in MiB where there is enough: its heap, and the buffers in which archives and pages are unpacked. */
const amplyMiB = 768

/** Processes at once: one for each worker of uploads and sources. */
const mostSlots = 4

/** Processes and memory of one in MiB: together at most half of what the server may have, so that no file ends the server. */
export function planReading(serverMiB: number): { slots: number; memoryMiB: number } {
  const together = serverMiB / 2
  const slots = Math.min(mostSlots, Math.max(1, Math.floor(together / amplyMiB)))
  return { slots, memoryMiB: Math.min(amplyMiB, Math.floor(together)) }
}

/** Memory of the server in MiB: of its container, or of the machine. */
export function serverMemoryMiB(): number {
  // Without a limit it is 0, or more than the machine has.
  const limit = process.constrainedMemory()
  return Math.min(limit === 0 ? Infinity : limit, totalmem()) / 1024 / 1024
}

/** Creates slots for so many processes. */
export function createReadingSlots(count: number): ReadingSlots {
  let unused = count
  const idle = new Set<() => Promise<void>>()
  const waiting = new Set<() => void>()

  function free(): void {
    const [next] = waiting
    if (next === undefined) unused += 1
    else next()
  }

  return {
    free,
    async take(signal) {
      signal.throwIfAborted()
      if (unused > 0) {
        unused -= 1
        return
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const enter = () => {
        waiting.delete(enter)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.delete(enter)
        reject(signal.reason)
      }
      waiting.add(enter)
      signal.addEventListener('abort', leave, { once: true })
      const [close] = idle
      if (close !== undefined) {
        idle.delete(close)
        close().catch(leave)
      }
      await promise
    },
    rest(close) {
      if (waiting.size === 0) idle.add(close)
      else void close()
    },
    wake: (close) => void idle.delete(close),
  }
}
