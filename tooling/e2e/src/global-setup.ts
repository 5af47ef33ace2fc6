import { startApi } from '@org/services'

/** One built server with a fresh embedded database for the whole run; its address is in `E2E_BASE_URL`. Every test signs up. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startApi({ SIGNUPS_PER_HOUR: '1000000' })
  process.env['E2E_BASE_URL'] = server.url
  return async () => {
    const code = await server.stop()
    if (code !== 0) throw new Error(`The server ended with ${code} on SIGTERM:\n${server.output()}`)
  }
}
