import { createHash } from 'node:crypto'
import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, destination, pino } from 'pino'
import type { SyncMiddleware } from '../http/sync-middleware.ts'

/** The levels of the log, most severe first. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

// To write each line by itself costs more than to make it: they wait for others, a tenth of a second at most.
const standardError = { dest: 2, sync: false, minLength: 16_000, periodicFlush: 100 }

/** JSON lines on standard error, so that standard output is left to what people read. */
export function createLog(
  level: (typeof logLevels)[number],
  stream: DestinationStream = destination(standardError),
): Logger {
  return pino(
    {
      level,
      base: {},
      timestamp: createTimestamp(),
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: described, stream_id: hashed, path: withoutStreamId },
      redact: {
        paths: [
          'cookie',
          'authorization',
          'password',
          'token',
          '*.cookie',
          '*.authorization',
          '*.password',
          '*.token',
        ],
        censor: '[redacted]',
      },
    },
    stream,
  )
}

// Lines of the same millisecond share its text.
function createTimestamp(): () => string {
  let at = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== at) text = `,"time":"${new Date(now).toISOString()}"`
    at = now
    return text
  }
}

/** Gives every request the log, and writes one line when its headers are out. */
export function requestLog(log: Logger): SyncMiddleware {
  // Nothing in such a line opens a door; looking for what does takes as long as writing it.
  const lines = log.child({}, { redact: [] })
  return {
    before: (c) => c.set('log', log),
    after(c, ms) {
      const line = {
        request_id: c.get('requestId'),
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(ms),
        user: c.get('user')?.id,
      }
      if (c.req.path.startsWith('/api/')) lines.info(line, 'request')
      else lines.debug(line, 'request')
    },
  }
}

// The id of a guest's stream grants access to it: log lines contain its digest.
function hashed(id: unknown): unknown {
  if (typeof id !== 'string') return undefined
  return createHash('sha256').update(id.toLowerCase()).digest('hex').slice(0, 16)
}

const streamIds = /[\da-f]{64}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu

/** The path of a call on a stream with the digest of its id, also where the path is misspelt. */
function withoutStreamId(path: unknown): unknown {
  if (typeof path !== 'string' || !/shared|chat|stream/iu.test(path)) return path
  // The secret of a share link grants access to its snapshot.
  if (/shared/iu.test(path)) return path.replace(/[\w-]{43}/gu, (token) => String(hashed(token)))
  return path.replace(streamIds, (id) => String(hashed(id)))
}

// Some messages quote what people said: a failed query's its parameters, a model's unreadable answer itself.
function described(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack = '', cause } = error
  const start = stack.indexOf(message)
  return {
    type: name === 'Error' ? error.constructor.name : name,
    message: quoteless(error),
    stack: start === -1 ? undefined : stack.slice(start + message.length).trim(),
    code: 'code' in error ? error.code : undefined,
    cause: cause instanceof Error ? described(cause) : undefined,
  }
}

function quoteless(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`
  const quotes = ['text', 'value', 'toolInput'].some((field) => field in error)
  return quotes ? 'Left out, because it quotes what was sent.' : error.message
}
