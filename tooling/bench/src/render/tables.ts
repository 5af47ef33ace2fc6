import { figure, withSpread } from '../markdown.ts'
import type { Table } from '../report.ts'
import { median } from '../statistics.ts'
import { type RenderAdapterId, renderAdapterIds, renderNames } from './adapters.ts'
import type { RenderSamples } from './measure.ts'
import type { RenderSummary } from './summary.ts'

export function renderTable(
  summaries: Record<RenderAdapterId, RenderSummary>,
  sizes: Record<RenderAdapterId, number>,
): Table {
  return {
    title: 'Main-thread CPU of a whole answer, in milliseconds',
    columns: [
      'Renderer',
      '4 KB',
      '16 KB',
      '64 KB',
      'a chunk at 64 KB: p95, worst',
      'growth',
      'nodes changed a chunk: p95, most',
      'citations shown at 16 KB',
      'adds, gzip',
    ],
    rows: renderAdapterIds.map((id) => {
      const summary = summaries[id]
      return [
        renderNames[id],
        withSpread(summary.cpuMs[4096]),
        withSpread(summary.cpuMs[16_384]),
        `${summary.sampled ? '≈ ' : ''}${withSpread(summary.cpuMs[65_536])}`,
        `${figure(summary.chunkP95)}, ${figure(summary.chunkWorst)}`,
        summary.growth.toFixed(2),
        `${summary.mutationsP95}, ${summary.mutationsMost}`,
        String(summary.citations),
        `${figure(sizes[id])} B`,
      ]
    }),
    note: 'Growth is the power of the length with which the CPU time grows from 4 to 64 KB, the median of the rounds’ own: 1 is linear, 2 quadratic. ≈ is extrapolated from 240 of its chunks.',
  }
}

export function pacedTable(samples: Record<RenderAdapterId, RenderSamples>): Table {
  const rows = renderAdapterIds.flatMap((id) => {
    const { paced } = samples[id]
    if (paced.length === 0) return []
    const least = paced.toSorted((a, b) => a.dropped - b.dropped)[0]
    const worst = Math.min(...paced.map(({ worstFrame }) => worstFrame))
    return [
      [
        renderNames[id],
        String(median(paced.map(({ frames }) => frames))),
        paced.map(({ dropped }) => dropped).join(', '),
        figure(worst),
        String(least?.stale ?? 0),
      ],
    ]
  })
  return {
    title: 'One chunk a frame, 64 KB',
    columns: ['Renderer', 'Frames', 'Dropped, each round', 'Longest frame, ms', 'Frames without a change'],
    rows,
    note: 'What raw append drops, the machine drops.',
  }
}
