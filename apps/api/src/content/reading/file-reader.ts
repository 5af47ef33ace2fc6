import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { packageRoot } from '../../package-root.ts'
import type { FileReading, FileToRead, ReadFailure } from './file-reading.ts'

/** Limits of the reading of one file. */
export interface ReadingLimits {
  /** Milliseconds. @default 60_000 */
  ms?: number
  /** Heap of the thread in MiB. @default 256 */
  heapMiB?: number
  /** Bytes outside of the heap, where archives and pages are unpacked. @default 512 MiB */
  bufferBytes?: number
}

/** Milliseconds between two looks at the memory of the thread: an archive unpacks some 50 MB in that time. */
const lookMs = 100

/** The built program has the thread beside it; in development it is TypeScript, which Node reads. */
const built = join(import.meta.dirname, 'reading-thread.js')
const entry = existsSync(built) ? built : join(packageRoot, 'src/content/reading/reading-thread.ts')

/** Reads the files of one import, one after the other. */
export interface FileReader {
  /** @param signal aborts the reading; the promise then rejects */
  read: (file: FileToRead, signal: AbortSignal) => Promise<FileReading>
  close: () => Promise<void>
}

/**
 * Creates a reader with a thread of its own, which a file that exceeds a limit ends: a file that unpacks without end or is
 * read for too long costs nothing but itself. The next file starts another thread.
 */
export function createFileReader({
  ms = 60_000,
  heapMiB = 256,
  bufferBytes = 512 * 1024 * 1024,
}: ReadingLimits = {}): FileReader {
  let thread: Worker | undefined

  async function close(): Promise<void> {
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  return {
    close,
    async read(file, signal) {
      signal.throwIfAborted()
      const worker = (thread ??= startThread(heapMiB))
      let isWhole = false
      try {
        const reading = await readInThread(worker, file, { signal, ms, bufferBytes })
        isWhole = 'read' in reading
        return 'read' in reading ? reading.read : reading.ended
      } finally {
        if (!isWhole) await close()
      }
    },
  }
}

function startThread(heapMiB: number): Worker {
  const worker = new Worker(entry, {
    resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: 32 },
    // Libraries print warnings about damaged files.
    stdout: true,
    stderr: true,
    env: {},
    execArgv: ['--conditions=@org/source'],
  })
  // An error between two files that nobody hears would end the process.
  return worker.on('error', () => undefined)
}

/** The answer of the thread, or the reason why it has to end. */
type ThreadResult = { read: FileReading } | { ended: ReadFailure }

async function readInThread(
  worker: Worker,
  file: FileToRead,
  { signal, ms, bufferBytes }: { signal: AbortSignal; ms: number; bufferBytes: number },
): Promise<ThreadResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>()
  const end = (reason: ReadFailure['reason']) => {
    resolve({ ended: { kind: 'failure', reason, detail: '' } })
  }
  const onMessage = (read: FileReading) => {
    resolve({ read })
  }
  const onError = (error: NodeJS.ErrnoException) => {
    end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_much_memory' : 'unreadable')
  }
  const onExit = () => {
    end('unreadable')
  }
  const abort = () => {
    reject(signal.reason)
  }
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  signal.addEventListener('abort', abort, { once: true })
  const timeout = setTimeout(() => end('too_slow'), ms)
  const looking = setInterval(() => {
    void worker.getHeapStatistics().then(
      ({ external_memory: bytes }) => bytes > bufferBytes && end('too_much_memory'),
      () => undefined,
    )
  }, lookMs)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(file)
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    clearInterval(looking)
    signal.removeEventListener('abort', abort)
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
  }
}
