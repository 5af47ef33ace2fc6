import { startPostgres, startRedis, type Unavailable } from '@org/services'

/** A service that a test starts, or undefined where the machine has none: said in one line, and a failure in CI. */
export function orNothing<Service extends object>(service: Service | Unavailable): Service | undefined {
  if (!('unavailable' in service)) return service
  if ((process.env['CI'] ?? '') !== '') throw new Error(`In CI every test runs: ${service.unavailable}`)
  process.stdout.write(`skipped: ${service.unavailable}\n`)
  return undefined
}

export const startTestPostgres = async () => orNothing(await startPostgres())
export const startTestRedis = async (port?: number) => orNothing(await startRedis(port))
