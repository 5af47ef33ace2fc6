/** Options of a benchmark. */
export interface RunOptions {
  /** Fewer rounds: figures to work by, not to publish. */
  quick: boolean
  log: (line: string) => void
}
