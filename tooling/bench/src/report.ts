import os from 'node:os'
import type { Spread } from './statistics.ts'

/** One part's outcome: what is printed, and under `raw` every sample. */
export interface PartReport {
  readonly part: string
  readonly title: string
  /** Method of the measurement, one sentence per entry. */
  readonly method: readonly string[]
  readonly rounds: number
  readonly versions: Readonly<Record<string, string>>
  readonly tables: readonly Table[]
  readonly bars: readonly Bar[]
  readonly raw: unknown
}

export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly note?: string
}

/** A figure that ours must reach, and what it came to. */
export interface Bar {
  readonly what: string
  /** Baseline in the same run. `null` for a bound of its own. */
  readonly against: string | null
  readonly measured: Spread
  readonly unit: '×' | 'B' | 'ms' | ''
  readonly sense: 'at least' | 'at most'
  readonly bar?: number
  /** Target beyond the bar, or against a harder baseline. */
  readonly goal?: number
}

/** The machine that a report speaks of. */
export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly node: string
}

export function describeMachine(): Machine {
  return {
    cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 1e9),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
  }
}

/** Returns whether the median meets a bound. */
export function isMet({ measured, sense }: Bar, bound: number): boolean {
  return sense === 'at least' ? measured.median >= bound : measured.median <= bound
}

/** A value measured once and not subject to chance. */
export function exactly(value: number): Spread {
  return { median: value, low: value, high: value }
}
