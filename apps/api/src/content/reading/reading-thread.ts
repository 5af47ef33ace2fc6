import { parentPort, workerData } from 'node:worker_threads'
import type { FileToRead } from './file-reading.ts'
import { readFile } from './read-file.ts'

/** Entry of the reading thread: reads the one file that it is started with. */
const file: FileToRead = workerData
const reading = await readFile(file)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
parentPort?.postMessage(reading)
