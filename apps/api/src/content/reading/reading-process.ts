import { writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { Worker } from 'node:worker_threads'
import { lowerPriority } from '../../platform/process/lower-priority.ts'
import type { FileToRead } from './file-reading.ts'
import type { MemoryLimit } from './memory-watch.ts'
import { readFile } from './read-file.ts'

// Entry of the reading process: answers each file with what was read, one after the other.

/** Answers to visitors need the processor first. */
lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL)

try {
  // Linux ends this process before any other when memory runs out in spite of the limits.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Another system, or a sandbox.
}

// A terminal or a service manager stops every process of the group: the server decides when a reading ends, because a
// file whose reading a stop cuts off would count as one that cannot be read.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const limit: MemoryLimit = { bytes: Number(process.argv[2]), parent: process.ppid }
new Worker(new URL(`./memory-watch.${extension}`, import.meta.url), { workerData: limit }).unref()

process.on('message', (file: FileToRead) => void answer(file))

async function answer(file: FileToRead): Promise<void> {
  process.send?.(await readFile(file))
}
