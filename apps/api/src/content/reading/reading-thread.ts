import { parentPort, workerData } from 'node:worker_threads'
import type { FileToRead } from './file-reading.ts'
import { readFile } from './read-file.ts'

/** Entry of the reading thread: reads the one file that it is started with. */
const file: FileToRead = workerData
parentPort?.postMessage(await readFile(file))
