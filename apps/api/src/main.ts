import { ConfigError, readConfig } from './config/config.ts'
import { DirectoryLockedError } from './db/directory-lock.ts'
import { startBanner } from './banner.ts'
import { createLog } from './platform/process/log.ts'
import { StartError } from './platform/process/start-error.ts'
import { startServer } from './server.ts'

try {
  await main()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const server = await startServer(config, log)
  log.info({ port: server.port, model: config.model.kind, demo: config.demo }, 'started')
  if (process.stdout.isTTY || process.env['START_BANNER'] !== undefined) {
    process.stdout.write(startBanner(config, server.port))
  }

  let askedAt: number | undefined
  const stop = async (signal: string) => {
    if (askedAt !== undefined) {
      // A wrapper may pass on what the terminal has sent already; later than that, somebody is tired of waiting.
      if (Date.now() - askedAt > 1000) process.exit(1)
      return
    }
    askedAt = Date.now()
    log.info({ signal }, 'stopping')
    try {
      await server.stop()
      log.info('stopped')
      process.exit(0)
    } catch (error) {
      log.error({ error }, 'stopping failed')
      process.exit(1)
    }
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
  // One broken promise must not take the answers of everybody else with it.
  process.on('unhandledRejection', (error) => {
    log.error({ error }, 'unhandled rejection')
  })
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const expected = [ConfigError, DirectoryLockedError, StartError].some((kind) => error instanceof kind)
  return expected ? error.message : (error.stack ?? error.message)
}
