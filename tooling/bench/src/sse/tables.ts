import { figure, withSpread } from '../markdown.ts'
import type { Table } from '../report.ts'
import { spread } from '../statistics.ts'
import type { SseAdapter } from './adapter.ts'
import { type SseAdapterId, sseAdapterIds } from './adapters.ts'
import type { Conformance } from './conformance.ts'
import type { SseSample } from './measure-one.ts'
import type { SseSamples } from './run.ts'
import { sseWorkloadIds, sseWorkloads } from './workloads.ts'

/** Millions of bytes a second of CPU. */
export function throughput({ bytes, seconds }: SseSample): number {
  return bytes / 1e6 / seconds
}

export function throughputTable(samples: SseSamples, adapters: readonly SseAdapter[]): Table {
  return {
    title: 'MB of input a second of CPU',
    columns: ['Input', ...adapters.map(({ name }) => name)],
    rows: sseWorkloadIds.map((workload) => {
      const cells = sseAdapterIds.map((id, index) => cell(samples[id][workload], adapters[index]))
      return [sseWorkloads[workload].title as string].concat(cells)
    }),
    note: 'A † marks a parser that found another number of events than the input has.',
  }
}

export function conformanceTable(
  scores: Partial<Record<SseAdapterId, Conformance>>,
  adapters: readonly SseAdapter[],
): Table {
  return {
    title: 'Test vectors right',
    columns: ['Parser', 'In one piece', 'At every cut'],
    rows: sseAdapterIds.flatMap((id, index) => {
      const score = scores[id]
      if (score === undefined) return []
      const { whole, everyCut, total } = score
      return [[adapters[index]?.name ?? id, `${whole} of ${total}`, `${everyCut} of ${total}`]]
    }),
  }
}

function cell(samples: readonly SseSample[] | undefined, adapter: SseAdapter | undefined): string {
  const [first] = samples ?? []
  if (samples === undefined || first === undefined || adapter === undefined) return '–'
  const speed = spread(samples.map(throughput))
  const text = samples.length === 1 ? figure(speed.median) : withSpread(speed)
  return isRight(first, adapter) ? text : `${text} †`
}

function isRight({ events, expectedEvents }: SseSample, { json, limit }: SseAdapter): boolean {
  if (limit === true || events === expectedEvents) return true
  // One that reads JSON gives no event for `[DONE]`.
  return json === true && events === expectedEvents - 1
}
