import { Gauge, Histogram, type Registry } from 'prom-client'

/** An attempt at a background job. */
export interface EndedJob {
  lane: string
  result: string
  seconds: number
}

/** Counts background jobs by lane and state. */
export type CountJobs = () => Promise<readonly { lane: string; state: string; count: number }[]>

/**
 * Adds the metrics of background jobs to a registry.
 *
 * @param countJobs read on each scrape; undefined: none are counted
 * @returns counts and times an attempt
 */
export function measureJobs(register: Registry, countJobs: CountJobs | undefined): (job: EndedJob) => void {
  const duration = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time of an attempt at a background job, by its lane and result.',
    labelNames: ['lane', 'result'],
    buckets: [0.1, 0.5, 1, 5, 20, 60, 300, 1200],
    registers: [register],
  })
  if (countJobs !== undefined) {
    register.registerMetric(
      new Gauge({
        name: 'jobs',
        help: 'Background jobs of all instances by lane and state; finished ones of seven days.',
        labelNames: ['lane', 'state'],
        registers: [],
        async collect() {
          this.reset()
          for (const { lane, state, count } of await countJobs()) this.set({ lane, state }, count)
        },
      }),
    )
  }
  return ({ lane, result, seconds }) => duration.observe({ lane, result }, seconds)
}
