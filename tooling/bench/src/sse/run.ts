import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { gzipSize } from '../bundle-size.ts'
import { peersFolder } from '../folders.ts'
import { buildOurs, peerVersion } from '../install.ts'
import type { RunOptions } from '../options.ts'
import type { PartReport } from '../report.ts'
import { loadSseAdapter, type SseAdapterId, sseAdapterIds } from './adapters.ts'
import { sseBars } from './bars.ts'
import { type Conformance, conformance } from './conformance.ts'
import type { SseSample } from './measure-one.ts'
import { conformanceTable, throughputTable } from './tables.ts'
import { type SseWorkload, type SseWorkloadId, sseWorkloadIds, sseWorkloads } from './workloads.ts'

/** Every parser's samples of every workload, one a round; a workload that took too long has fewer. */
export type SseSamples = Record<SseAdapterId, Partial<Record<SseWorkloadId, SseSample[]>>>

/** Gzipped bytes of minified JavaScript. */
export interface SseSizes {
  ours: number
  eventsourceParser: number
  eventsourceParserStream: number
}

// More of CPU than this is a growth that one round shows as well as five.
const repeatedUpTo = 1.5
const timeout = 240_000
const linear: ReadonlySet<SseAdapterId> = new Set([
  'ours',
  'ours-stream',
  'eventsource-parser',
  'decode-only',
])

export async function runSse({ quick, log }: RunOptions): Promise<PartReport> {
  buildOurs(['@org/sse-parser'])
  const rounds = quick ? 2 : 7
  const samples = measure(rounds, log)
  const vectors = await score(log)
  const sizes = await measureSizes()
  const adapters = await Promise.all(sseAdapterIds.map(loadSseAdapter))
  const packages = [...new Set(adapters.flatMap((adapter) => adapter.package ?? []))]
  return {
    part: 'sse',
    title: 'Server-sent events',
    method: [
      'Millions of bytes of input that a second of CPU parses, more is better.',
      'Every parser of every round has a process of its own; rounds are interleaved, and a ratio is the median of the rounds’ own ratios.',
      'The clock is the CPU time of the JavaScript thread.',
    ],
    rounds,
    versions: Object.fromEntries(packages.map((name) => [name, peerVersion(name)])),
    tables: [throughputTable(samples, adapters), conformanceTable(vectors, adapters)],
    bars: sseBars(samples, vectors, sizes),
    raw: { samples, vectors, sizes },
  }
}

function measure(rounds: number, log: (line: string) => void): SseSamples {
  const samples = Object.fromEntries(sseAdapterIds.map((id) => [id, {}])) as SseSamples
  for (let round = 1; round <= rounds; round++) {
    for (const id of sseAdapterIds) {
      log(`sse: round ${round} of ${rounds}, ${id}`)
      const taken = samples[id]
      const sample = measureOne(
        id,
        workloadsOf(id).filter((workload) => isRepeated(taken[workload])),
      )
      for (const workload of sseWorkloadIds) {
        const value = sample[workload]
        if (value !== undefined) taken[workload] = [...(taken[workload] ?? []), value]
      }
    }
  }
  return samples
}

function isRepeated(samples: readonly SseSample[] = []): boolean {
  return samples.every(({ seconds }) => seconds < repeatedUpTo)
}

function workloadsOf(id: SseAdapterId): SseWorkloadId[] {
  return sseWorkloadIds.filter((workload) => {
    const { json, linearOnly }: SseWorkload = sseWorkloads[workload]
    return (id !== 'ai-sdk' || json === true) && (linearOnly !== true || linear.has(id))
  })
}

function measureOne(
  id: SseAdapterId,
  workloads: readonly SseWorkloadId[],
): Partial<Record<SseWorkloadId, SseSample>> {
  const file = path.join(import.meta.dirname, 'measure-one.ts')
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', file, id, workloads.join(',')],
    { encoding: 'utf8', timeout },
  )
  if (status !== 0) throw new Error(`${id} ended with ${status ?? signal}: ${stderr}`)
  return JSON.parse(stdout) as Partial<Record<SseWorkloadId, SseSample>>
}

async function score(log: (line: string) => void): Promise<Partial<Record<SseAdapterId, Conformance>>> {
  const scores: Partial<Record<SseAdapterId, Conformance>> = {}
  for (const id of sseAdapterIds) {
    const { json, limit } = await loadSseAdapter(id)
    if (json === true || limit === true) continue
    log(`sse: vectors, ${id}`)
    scores[id] = await conformance(id)
  }
  return scores
}

async function measureSizes(): Promise<SseSizes> {
  const peer = { resolveDir: peersFolder }
  return {
    ours: await gzipSize({
      code: `export { createParser, parseStream, createParserStream } from '@org/sse-parser'`,
    }),
    eventsourceParser: await gzipSize({ ...peer, code: `export { createParser } from 'eventsource-parser'` }),
    eventsourceParserStream: await gzipSize({
      ...peer,
      code: `export { EventSourceParserStream } from 'eventsource-parser/stream'`,
    }),
  }
}
