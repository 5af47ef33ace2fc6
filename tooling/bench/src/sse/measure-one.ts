// `node --expose-gc measure-one.ts <parser> <workload,…>`: one parser through these workloads, one line of JSON.
// CPU time of this thread alone: what else the machine does is not in it.
import { argv, stdout } from 'node:process'
import { feed, type SseAdapter } from './adapter.ts'
import { loadSseAdapter, type SseAdapterId } from './adapters.ts'
import { cut, type SseInput } from './inputs.ts'
import { type SseWorkload, type SseWorkloadId, sseWorkloads } from './workloads.ts'

/** One parser's way through one workload. */
export interface SseSample {
  bytes: number
  /** Of CPU. */
  seconds: number
  events: number
  expectedEvents: number
}

interface Timing {
  seconds: number
  events: number
}

const longest = 0.3
const shortest = 0.1
const mostRepeats = 400

const [, , id, list = ''] = argv
const adapter = await loadSseAdapter(id as SseAdapterId)
const samples: Partial<Record<SseWorkloadId, SseSample>> = {}
for (const workload of list.split(',') as SseWorkloadId[]) {
  samples[workload] = await measure(adapter, sseWorkloads[workload])
}
stdout.write(`${JSON.stringify(samples)}\n`)

async function measure(adapter: SseAdapter, workload: SseWorkload): Promise<SseSample> {
  const warmUp = workload.input(workload.warmUp)
  await time(adapter, warmUp, workload.chunk)
  const { seconds: estimate } = await time(adapter, warmUp, workload.chunk)
  let size = workload.size
  if (workload.whole !== true) {
    const whole = estimate * (size / warmUp.bytes.length)
    if (whole > longest) size = Math.max(workload.warmUp, Math.floor((size * longest) / whole))
  }
  const input = workload.input(size)
  const first = await time(adapter, input, workload.chunk)
  // The thread's CPU clock is coarse: short work is repeated, and the mean taken.
  let sum = first.seconds
  let runs = 1
  for (; sum < shortest && runs < mostRepeats; runs++) {
    sum += (await time(adapter, input, workload.chunk)).seconds
  }
  return {
    bytes: input.bytes.length,
    seconds: sum / runs,
    events: first.events,
    expectedEvents: input.events,
  }
}

async function time(adapter: SseAdapter, input: SseInput, chunk: number): Promise<Timing> {
  const chunks = cut(input.bytes, chunk)
  let events = 0
  let touched = 0
  globalThis.gc?.()
  const before = process.threadCpuUsage()
  await feed(adapter, chunks, (_type, data) => {
    events++
    // Reading one character flattens a string that was only strung together, as any use of it would.
    if (data !== '') touched += data.charCodeAt(data.length - 1)
  })
  const { user, system } = process.threadCpuUsage(before)
  if (Number.isNaN(touched)) throw new Error('Data that is no text.')
  return { seconds: Math.max(1, user + system) / 1e6, events }
}
