import { type ChildProcess, fork } from 'node:child_process'
import { entryFile } from '../../package-root.ts'
import type { FileReading, FileToRead, ReadFailure } from './file-reading.ts'
import { createReadingSlots, planReading, type ReadingSlots, serverMemoryMiB } from './reading-slots.ts'

/** Limits of the reading of one file. */
export interface ReadingLimits {
  /** Milliseconds. @default 60_000 */
  ms?: number
  /** Heap of the process in MiB. @default 256 */
  heapMiB?: number
  /** Memory of the process in MiB, with the buffers in which archives and pages are unpacked. @default 768, or less */
  memoryMiB?: number
  /** Processes at once. @default those of all readers of the server */
  slots?: ReadingSlots
}

const plan = planReading(serverMemoryMiB())
const allSlots = createReadingSlots(plan.slots)

const entry = entryFile('reading-process', 'content/reading/reading-process.ts')

/** Reads the files of one import, one after the other. */
export interface FileReader {
  /**
   * @param signal aborts the reading; the promise then rejects
   * @throws when no process can be started
   */
  read: (file: FileToRead, signal: AbortSignal) => Promise<FileReading>
  close: () => Promise<void>
}

/**
 * Creates a reader with a process of its own, which a file that exceeds a limit ends: a file that unpacks without end, is
 * read for too long or crashes a library costs nothing but itself. The next file starts another process.
 */
export function createFileReader({
  ms = 60_000,
  heapMiB = 256,
  memoryMiB = plan.memoryMiB,
  slots = allSlots,
}: ReadingLimits = {}): FileReader {
  let child: ChildProcess | undefined

  async function close(): Promise<void> {
    const ended = child
    child = undefined
    if (ended === undefined) return
    slots.wake(close)
    if (!hasEnded(ended)) {
      const { promise, resolve } = Promise.withResolvers<void>()
      ended.once('exit', () => resolve())
      ended.kill('SIGKILL')
      await promise
    }
    slots.free()
  }

  async function open(signal: AbortSignal): Promise<ChildProcess> {
    if (child !== undefined && hasEnded(child)) await close()
    if (child === undefined) {
      await slots.take(signal)
      try {
        child = startProcess(heapMiB, memoryMiB)
      } catch (error) {
        slots.free()
        throw error
      }
    } else slots.wake(close)
    return child
  }

  return {
    close,
    async read(file, signal) {
      signal.throwIfAborted()
      const reading = await open(signal)
      let isWhole = false
      try {
        // Aborted while it waited for its process.
        signal.throwIfAborted()
        const result = await readInProcess(reading, file, { signal, ms })
        isWhole = 'read' in result
        return 'read' in result ? result.read : { kind: 'failure', reason: result.ended, detail: '' }
      } finally {
        if (isWhole) slots.rest(close)
        else await close()
      }
    },
  }
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

function startProcess(heapMiB: number, memoryMiB: number): ChildProcess {
  const child = fork(entry, [String(memoryMiB * 1024 * 1024)], {
    // Buffers are copied as they are.
    serialization: 'advanced',
    // Libraries print warnings about damaged files.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: [`--max-old-space-size=${heapMiB}`, '--conditions=@org/source'],
  })
  // Node ends the server on an error event without a listener, also between two files.
  return child.on('error', () => undefined)
}

/** The answer of the process, or the reason why it ended without one. */
type ProcessResult = { read: FileReading } | { ended: ReadFailure['reason'] }

/** Signals by which a process ends that has used up its memory: by its watch or the kernel, or by V8 for the heap. */
const memorySignals = new Set<NodeJS.Signals | null>(['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGILL'])

async function readInProcess(
  child: ChildProcess,
  file: FileToRead,
  { signal, ms }: { signal: AbortSignal; ms: number },
): Promise<ProcessResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ProcessResult>()
  const onMessage = (read: FileReading) => {
    resolve({ read })
  }
  const onExit = (_code: number | null, by: NodeJS.Signals | null) => {
    resolve({ ended: memorySignals.has(by) ? 'too_much_memory' : 'unreadable' })
  }
  const abort = () => {
    reject(signal.reason)
  }
  child.on('message', onMessage).on('error', reject).on('exit', onExit)
  signal.addEventListener('abort', abort, { once: true })
  const timeout = setTimeout(() => resolve({ ended: 'too_slow' }), ms)
  // The process may end before the whole file has been written to it: its end gives the reason.
  child.send(file, () => undefined)
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    signal.removeEventListener('abort', abort)
    child.off('message', onMessage).off('error', reject).off('exit', onExit)
  }
}
