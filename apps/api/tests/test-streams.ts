import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type Clock, systemClock } from '../src/platform/process/clock.ts'
import { createMemoryStreamLog } from '../src/chat/streams/memory-stream-log.ts'
import { createRedisStreamLog } from '../src/chat/streams/redis-stream-log.ts'
import type { StreamLog } from '../src/chat/streams/stream-log.ts'
import { openRedis } from '../src/platform/process/redis.ts'

/** A stream log of the kind that the test project is about. */
export async function openTestStreams(clock: Clock = systemClock): Promise<StreamLog> {
  const url = inject('redisUrl')
  if (url === undefined) return createMemoryStreamLog({ clock })
  const location = { url, prefix: `${randomUUID()}:` }
  const quiet = pino({ level: 'silent' })
  const [redis, blocking] = await Promise.all([openRedis(location, quiet), openRedis(location, quiet)])
  const streams = createRedisStreamLog({ redis, blocking, clock })
  return {
    ...streams,
    async close() {
      await streams.close()
      redis.destroy()
    },
  }
}
