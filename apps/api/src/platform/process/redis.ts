import { createClient, ReconnectStrategyError } from '@redis/client'
import type { Logger } from 'pino'

/** A connection to Redis or Valkey. Commands fail at once while it is broken; it mends itself. */
export type RedisConnection = ReturnType<typeof connect>

/** Address of Redis and prefix of our keys. */
export interface RedisLocation {
  url: string
  /** @default 'org:' */
  prefix?: string
}

// A server that accepts and never answers counts as broken after this long.
const silentMs = 5000

/**
 * Opens a connection and waits for it.
 *
 * @throws the system's error when nothing answers there
 */
export async function openRedis(location: RedisLocation, log: Logger): Promise<RedisConnection> {
  const connection = connect(location)
  // Before the first connection, errors go to the caller that opens it.
  let broken: boolean | undefined
  connection.on('error', (error: unknown) => {
    if (broken !== false) return
    log.error({ error }, 'Redis is away')
    broken = true
  })
  connection.on('ready', () => {
    if (broken === true) log.info('Redis is back')
    broken = false
  })
  try {
    await connection.connect()
  } catch (error) {
    throw error instanceof ReconnectStrategyError ? error.originalError : error
  }
  return connection
}

function connect({ url, prefix = 'org:' }: RedisLocation) {
  let connected = false
  const connection = createClient({
    url,
    keyPrefix: prefix,
    disableOfflineQueue: true,
    pingInterval: silentMs / 4,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: silentMs,
      socketTimeout: silentMs,
      // At the start it must be there; later it is waited for.
      reconnectStrategy: (retries, cause) => (connected ? Math.min(50 * 2 ** retries, 1000) : cause),
    },
  })
  connection.on('ready', () => (connected = true))
  return connection
}
