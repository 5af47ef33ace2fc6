import { figure } from '../markdown.ts'
import { type Bar, exactly } from '../report.ts'
import { ratios, type Spread } from '../statistics.ts'
import type { SseAdapterId } from './adapters.ts'
import type { Conformance } from './conformance.ts'
import type { SseSamples, SseSizes } from './run.ts'
import { throughput } from './tables.ts'
import { type SseWorkloadId, sseWorkloads } from './workloads.ts'

interface SpeedBar {
  workload: SseWorkloadId
  bar: number
  goal?: number
}

const push: readonly SpeedBar[] = [
  { workload: 'answer16k', bar: 0.95, goal: 1.15 },
  { workload: 'answer1k', bar: 0.95, goal: 1.15 },
  { workload: 'answer64', bar: 0.9, goal: 1.1 },
  { workload: 'answer1', bar: 5, goal: 8 },
  { workload: 'event8m', bar: 0.9 },
]
const stream: readonly SpeedBar[] = [
  { workload: 'answer16k', bar: 1.5, goal: 3 },
  { workload: 'answer1k', bar: 1.5, goal: 2.8 },
  { workload: 'answer64', bar: 2 },
]
// Four times the bytes: linear work takes 4 times as long, quadratic 16 times.
const growth = { bar: 6, goal: 5 }

export function sseBars(
  samples: SseSamples,
  vectors: Partial<Record<SseAdapterId, Conformance>>,
  sizes: SseSizes,
): Bar[] {
  const { ours, 'ours-stream': oursStream } = vectors
  return [
    ...push.map((bar) => speedBar(samples, bar, 'ours', 'eventsource-parser')),
    ...stream.map((bar) => speedBar(samples, bar, 'ours-stream', 'eventsource-parser-stream')),
    growthBar(samples, 'one line', 'event8m', 'event32m'),
    growthBar(samples, 'lines of 80 B', 'lines8m', 'lines32m'),
    ...(['push', 'stream'] as const).map((kind): Bar => {
      const score = kind === 'push' ? ours : oursStream
      return {
        what: `vectors right at every cut, ${kind}`,
        against: null,
        measured: exactly(score?.everyCut ?? 0),
        unit: '',
        sense: 'at least',
        bar: score?.total ?? Number.POSITIVE_INFINITY,
      }
    }),
    {
      what: 'gzipped, with the stream',
      against: `eventsource-parser ${figure(sizes.eventsourceParser)} B, its stream ${figure(sizes.eventsourceParserStream)} B`,
      measured: exactly(sizes.ours),
      unit: 'B',
      sense: 'at most',
      bar: 2500,
      goal: 1600,
    },
  ]
}

function speedBar(
  samples: SseSamples,
  { workload, bar, goal }: SpeedBar,
  ours: SseAdapterId,
  peer: SseAdapterId,
): Bar {
  const speeds = (id: SseAdapterId): number[] => (samples[id][workload] ?? []).map(throughput)
  return {
    what: `${ours === 'ours' ? 'push' : 'stream'}, ${sseWorkloads[workload].title}`,
    against: peer === 'eventsource-parser' ? 'eventsource-parser' : 'eventsource-parser/stream',
    measured: ratios(speeds(ours), speeds(peer)),
    unit: '×',
    sense: 'at least',
    bar,
    ...(goal === undefined ? {} : { goal }),
  }
}

function growthBar(samples: SseSamples, what: string, small: SseWorkloadId, large: SseWorkloadId): Bar {
  const grown = (id: SseAdapterId): Spread => {
    const seconds = (workload: SseWorkloadId): number[] =>
      (samples[id][workload] ?? []).map((sample) => sample.seconds)
    return ratios(seconds(large), seconds(small))
  }
  return {
    what: `time of an event of 32 MB over one of 8 MB, ${what}`,
    against: `eventsource-parser ${Math.round(grown('eventsource-parser').median)} ×`,
    measured: grown('ours'),
    unit: '×',
    sense: 'at most',
    ...growth,
  }
}
