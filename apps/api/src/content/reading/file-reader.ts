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

/**
 * Reads a file in a thread of its own, which ends with it: a file that unpacks without end or is read for too long costs
 * nothing but itself.
 *
 * @param signal aborts the reading; the promise then rejects
 */
export async function readInThread(
  file: FileToRead,
  signal: AbortSignal,
  { ms = 60_000, heapMiB = 256, bufferBytes = 512 * 1024 * 1024 }: ReadingLimits = {},
): Promise<FileReading> {
  signal.throwIfAborted()
  const worker = new Worker(entry, {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: 32 },
    // Libraries print warnings about damaged files.
    stdout: true,
    stderr: true,
    env: {},
    execArgv: ['--conditions=@org/source'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<FileReading>()
  const fail = (reason: ReadFailure['reason']) => resolve({ kind: 'failure', reason, detail: '' })
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) => {
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_much_memory' : 'unreadable')
  })
  worker.once('exit', () => fail('unreadable'))
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const timeout = setTimeout(() => fail('too_slow'), ms)
  const looking = setInterval(() => {
    void worker.getHeapStatistics().then(
      ({ external_memory: bytes }) => bytes > bufferBytes && fail('too_much_memory'),
      () => undefined,
    )
  }, lookMs)
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    clearInterval(looking)
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
