import { workerData } from 'node:worker_threads'

/** Limit of the reading process. */
export interface MemoryLimit {
  /** Resident memory of the process, heap and buffers together. */
  bytes: number
  /** Id of the server's process. */
  parent: number
}

/** Milliseconds between two looks: an archive unpacks some 50 MB in that time. */
const lookMs = 100

// Entry of a thread of the reading process, whose main thread cannot look at its own memory while it unpacks a file.
const { bytes, parent }: MemoryLimit = workerData
setInterval(() => {
  // A server that was killed leaves nobody who would end a reading that does not end by itself.
  if (process.memoryUsage.rss() > bytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, lookMs)
