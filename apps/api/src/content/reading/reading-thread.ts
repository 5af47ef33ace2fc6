import { parentPort } from 'node:worker_threads'
import type { FileToRead } from './file-reading.ts'
import { readFile } from './read-file.ts'

// Entry of the reading thread: answers each file with what was read, one after the other.
parentPort?.on('message', (file: FileToRead) => void answer(file))

async function answer(file: FileToRead): Promise<void> {
  const reading = await readFile(file)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
  parentPort?.postMessage(reading)
}
