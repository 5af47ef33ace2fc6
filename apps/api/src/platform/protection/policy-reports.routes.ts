import type { Hono } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod'
import { countedAddress } from '../request/counted-address.ts'
import type { AppContext, AppEnv } from '../http/app-env.ts'
import { HttpError } from '../http/http-error.ts'
import { readBytes } from '../request/read-json.ts'
import { policyReportsPath } from './security-headers.ts'

/** Larger than any report of a browser, which shortens samples and addresses. */
const maxBytes = 16 * 1024

/** Reports a minute, for each instance: of one address, and of all together. A broken page reports once a violation. */
const perMinute = { address: 20, everybody: 200 }

/** Violations of one delivery that are logged. */
const maxLogged = 10

const text = z.string().max(4096).optional().catch(undefined)

/** The two shapes that browsers send: `report-uri` with dashes, the Reporting API in camel case. */
const violationSchema = z.object({
  'effective-directive': text,
  'violated-directive': text,
  'blocked-uri': text,
  'source-file': text,
  effectiveDirective: text,
  blockedURL: text,
  sourceFile: text,
})
const oldShape = z.object({ 'csp-report': violationSchema })
const newShape = z.array(z.object({ type: z.string(), body: violationSchema.catch({}) })).max(100)

/**
 * Serves the reports of violations of the content security policy: each becomes a line of the log, without paths and
 * queries, which may hold personal data. Anybody can send one, so that they are limited and never stored.
 */
export function mountPolicyReports(app: Hono<AppEnv>): void {
  const ofAddress = new RateLimiterMemory({ points: perMinute.address, duration: 60 })
  const ofEverybody = new RateLimiterMemory({ points: perMinute.everybody, duration: 60 })
  app.post(policyReportsPath, async (c) => {
    // One customer may have a whole /48, and with each /64 of it a budget of its own.
    await consume(ofAddress, countedAddress(c.get('clientAddress'), 48))
    await consume(ofEverybody, '')
    for (const violation of parse(await readBytes(c, maxBytes)).slice(0, maxLogged)) log(c, violation)
    return c.body(null, 204)
  })
}

type Violation = z.infer<typeof violationSchema>

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new HttpError('rate_limited', 'Too many attempts. Please wait and try again.', {
      retryAfterSeconds: Math.ceil(error.msBeforeNext / 1000),
    })
  }
}

function parse(bytes: Buffer): Violation[] {
  let given: unknown
  try {
    given = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new HttpError('malformed', 'The body is not valid JSON.')
  }
  const old = oldShape.safeParse(given)
  if (old.success) return [old.data['csp-report']]
  const reports = newShape.safeParse(given)
  if (!reports.success) throw new HttpError('malformed', 'The body is not valid JSON.')
  return reports.data.filter(({ type }) => type === 'csp-violation').map(({ body }) => body)
}

function log(c: AppContext, violation: Violation): void {
  const directive =
    violation.effectiveDirective ?? violation['effective-directive'] ?? violation['violated-directive'] ?? ''
  c.get('log').warn(
    {
      directive: directive.slice(0, 60),
      blocked: originOf(violation.blockedURL ?? violation['blocked-uri']),
      source: originOf(violation.sourceFile ?? violation['source-file']),
    },
    'a page violated its content security policy',
  )
}

/** The origin of an address; a keyword such as `inline` or `trusted-types-sink` as it is. */
function originOf(address: string | undefined): string {
  if (address === undefined) return ''
  if (!URL.canParse(address)) return /^[a-z-]{1,40}$/u.test(address) ? address : ''
  const { protocol, host } = new URL(address)
  return host === '' ? protocol.slice(0, 40) : `${protocol}//${host}`.slice(0, 300)
}
