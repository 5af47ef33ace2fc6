import type { Logger } from 'pino'
import { openRedis, type RedisConnection, type RedisLocation } from '../../platform/process/redis.ts'
import { connectStep } from '../../platform/process/start-error.ts'
import { systemClock } from '../../platform/process/clock.ts'
import { createMemoryStreamLog } from './memory-stream-log.ts'
import { createRedisStreamLog } from './redis-stream-log.ts'
import type { StreamLog } from './stream-log.ts'

/** The stream log that the configuration asks for, and what it stands on. */
export interface CreatedStreamLog {
  streams: StreamLog
  /** Null where one process's memory does. */
  redis: RedisConnection | null
  /** Closes the connections; the log itself is closed by the runtime. */
  close: () => void
}

/**
 * @param onOrphan told that a stream was ended whose producer is gone
 * @throws {StartError} when Redis cannot be reached
 */
export async function createStreamLog(
  location: RedisLocation | null,
  log: Logger,
  onOrphan: () => void,
): Promise<CreatedStreamLog> {
  if (location === null) {
    const streams = createMemoryStreamLog({ clock: systemClock })
    return { streams, redis: null, close: () => undefined }
  }
  const what = `Redis cannot be used (REDIS_URL at ${new URL(location.url).host})`
  const redis = await connectStep(what, () => openRedis(location, log))
  try {
    const blocking = await connectStep(what, () => openRedis(location, log))
    const streams = createRedisStreamLog({ redis, blocking, clock: systemClock, onOrphan })
    return { streams, redis, close: () => redis.destroy() }
  } catch (error) {
    redis.destroy()
    throw error
  }
}
