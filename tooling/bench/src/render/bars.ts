import { type Bar, exactly } from '../report.ts'
import { ratios, spread } from '../statistics.ts'
import { type RenderAdapterId, renderNames } from './adapters.ts'
import type { RenderSamples, RenderSize } from './measure.ts'
import { cpuOf, type RenderSummary } from './summary.ts'

const againstStreamdown: readonly { size: RenderSize; bar: number }[] = [
  { size: 4096, bar: 0.45 },
  { size: 16_384, bar: 0.4 },
  { size: 65_536, bar: 0.3 },
]

export function renderBars(
  samples: Record<RenderAdapterId, RenderSamples>,
  summaries: Record<RenderAdapterId, RenderSummary>,
  size: number,
): Bar[] {
  const { ours, streamdown } = summaries
  const cpuBar = (size: RenderSize, peer: RenderAdapterId, bound: Pick<Bar, 'bar' | 'goal'>): Bar => ({
    what: `CPU of an answer of ${size / 1024} KB`,
    against: renderNames[peer],
    measured: ratios(cpuOf(samples.ours.flush[size]), cpuOf(samples[peer].flush[size])),
    unit: '×',
    sense: 'at most',
    ...bound,
  })
  return [
    ...againstStreamdown.map(({ size, bar }) => cpuBar(size, 'streamdown', { bar })),
    ...againstStreamdown.map(({ size }) => cpuBar(size, 'streaming-markdown', { goal: 2 })),
    {
      what: 'a chunk at 64 KB, p95',
      against: renderNames.streamdown,
      measured: exactly(ours.chunkP95 / streamdown.chunkP95),
      unit: '×',
      sense: 'at most',
      bar: 0.35,
    },
    {
      what: 'a chunk at 64 KB, p95',
      against: null,
      measured: exactly(ours.chunkP95),
      unit: 'ms',
      sense: 'at most',
      goal: 1,
    },
    {
      what: 'growth from 4 to 64 KB',
      against: `${renderNames.streamdown} ${streamdown.growth.toFixed(2)}`,
      measured: exactly(ours.growth),
      unit: '',
      sense: 'at most',
      bar: 1.1,
      goal: 1.08,
    },
    {
      what: 'DOM nodes changed a chunk, p95',
      against: `${renderNames.streamdown} ${streamdown.mutationsP95}`,
      measured: exactly(ours.mutationsP95),
      unit: '',
      sense: 'at most',
      bar: 12,
    },
    {
      what: 'chunks at 64 KB that take longer than a frame',
      against: `${renderNames.streamdown} ${streamdown.overAFrame}`,
      measured: exactly(ours.overAFrame),
      unit: '',
      sense: 'at most',
      bar: 0,
    },
    {
      what: 'frames dropped in 64 KB, one chunk a frame, best round',
      against: `${renderNames['raw-append']} ${droppedBy(samples['raw-append'])}`,
      measured: exactly(droppedBy(samples.ours)),
      unit: '',
      sense: 'at most',
      bar: 0,
    },
    {
      what: 'adds to an application with React, gzip',
      against: null,
      measured: exactly(size),
      unit: 'B',
      sense: 'at most',
      bar: 64_000,
    },
  ]
}

function droppedBy({ paced }: RenderSamples): number {
  return spread(paced.map(({ dropped }) => dropped)).low
}
