import { median, quantile, ratios, type Spread, spread } from '../statistics.ts'
import type { RenderSamples, RenderSize } from './measure.ts'

/** Summary of one renderer's samples. */
export interface RenderSummary {
  cpuMs: Record<RenderSize, Spread>
  /** Extrapolated from some chunks at 64 KB. */
  sampled: boolean
  /** Milliseconds of a chunk at 64 KB. */
  chunkP95: number
  chunkWorst: number
  /** Chunks at 64 KB that no frame has room for. */
  overAFrame: number
  /** The power of the length that the CPU time grows with, from 4 to 64 KB. */
  growth: number
  mutationsP95: number
  mutationsMost: number
  citations: number
}

const frameMs = 1000 / 60

export function summarise({ flush, mutations }: RenderSamples): RenderSummary {
  const cpuMs = {
    4096: spread(cpuOf(flush[4096])),
    16_384: spread(cpuOf(flush[16_384])),
    65_536: spread(cpuOf(flush[65_536])),
  }
  const chunks = leastTimes(flush[65_536])
  return {
    cpuMs,
    sampled: flush[65_536].some(({ sampled }) => sampled),
    chunkP95: quantile(chunks, 0.95),
    chunkWorst: quantile(chunks, 1),
    overAFrame: chunks.filter((time) => time > frameMs).length,
    growth: growthOf(flush),
    mutationsP95: quantile(mutations, 0.95),
    mutationsMost: quantile(mutations, 1),
    citations: median(flush[16_384].map(({ citations }) => citations)),
  }
}

/** CPU milliseconds of the whole stream, one a round. */
export function cpuOf(samples: RenderSamples['flush'][RenderSize]): number[] {
  return samples.map(({ cpuMs, times, chunks, sampled }) =>
    sampled ? (times.reduce((sum, time) => sum + time, 0) / times.length) * chunks : cpuMs,
  )
}

/** The median of the rounds' own: what slowed a round down slowed both of its sizes. */
function growthOf(flush: RenderSamples['flush']): number {
  const { median } = ratios(cpuOf(flush[65_536]), cpuOf(flush[4096]))
  return Math.log(median) / Math.log(65_536 / 4096)
}

// The times of chunks are of the wall clock: the least of all rounds is the one that nothing interrupted.
function leastTimes(samples: RenderSamples['flush'][RenderSize]): number[] {
  const [first, ...others] = samples
  return (first?.times ?? []).map((time, index) =>
    Math.min(time, ...others.map(({ times }) => times[index] ?? time)),
  )
}
