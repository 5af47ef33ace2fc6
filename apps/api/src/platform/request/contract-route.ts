import type { Call, Route } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { z } from 'zod'
import type { SessionUser } from '../http/principal.ts'
import { requireAction, requireProof, requireRole } from './guards.ts'
import type { AppContext, AppEnv } from '../http/app-env.ts'
import { givenParameters, parseInput } from './parse-input.ts'
import { loginRequired, notFound } from '../http/http-error.ts'
import { readerLanguage } from '../http/reader-language.ts'
import { heapBudget } from '../process/heap-budget.ts'
import { readJson } from './read-json.ts'

/** Input as a schema of the contract gives it. */
export type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
/** Answer as a schema of the contract takes it, null without one. */
export type Answer<Schema> = Schema extends z.ZodType ? z.input<Schema> : null

/** Input of a handler: validated against the contract, with defaults. */
export interface RouteInput<R extends Route> {
  body: Parsed<R['request']>
  query: Parsed<R['query']>
  user: R['access'] extends 'visitor' | 'guest' ? SessionUser | null : SessionUser
}

/** Gives the body of a 200, `null` for a 204, or a whole response. */
export type RouteHandler<R extends Route> = (
  c: AppContext,
  input: RouteInput<R>,
) => Answer<R['response']> | Response | Promise<Answer<R['response']> | Response>

interface ServeOptions {
  maxBytes?: number
  admit?: (c: AppContext, user: SessionUser | null) => unknown
  caller?: (c: AppContext) => SessionUser | null
}

/**
 * Serves one call of the contract: who may call it, the proof of a dangerous action, then its query and body, then the handler. The route's
 * `guest` access lets everybody in; whether anonymous chat is blocked is for the chat to say.
 *
 * @param options.maxBytes the largest body @default 1 MiB
 * @param options.admit runs once it is known who calls, before the query and the body are read
 * @param options.caller who counts as signed in for a call of a `user` @default whoever is
 */
export function serve<const R extends Route>(
  app: Hono<AppEnv>,
  route: R,
  handler: RouteHandler<R>,
  options?: ServeOptions,
): void
// TypeScript cannot follow what the contract's own schemas gave through `R`, so the body sees it as unknown.
export function serve(
  app: Hono<AppEnv>,
  route: Route,
  handler: (c: AppContext, input: { body: unknown; query: unknown; user: SessionUser | null }) => unknown,
  options: ServeOptions = {},
): void {
  app.on(route.method, honoPath(route), async (c) => {
    const user = authorise(c, route, options.caller)
    if (route.proof === true) requireProof(c)
    const { admit } = options
    return answerCall(c, route, {
      maxBytes: options.maxBytes,
      admit: admit && (() => admit(c, user)),
      handler: (input) => handler(c, { ...input, user }),
    })
  })
}

/** Parts of a call that its caller has, once it is known who calls. */
interface CallParts {
  maxBytes?: number | undefined
  /** Runs before the query and the body are read. */
  admit?: (() => unknown) | undefined
  /** Gives the body of a 200, `null` for a 204, or a whole response. */
  handler: (input: { body: unknown; query: unknown }) => unknown
}

/** Reads query and body of a call, and answers it. */
export async function answerCall(
  c: AppContext,
  call: Call,
  { maxBytes, admit, handler }: CallParts,
): Promise<Response> {
  // No id holds a NUL, and PostgreSQL takes none in a text.
  if (call.path.includes('{')) {
    const parts: Record<string, string> = c.req.param()
    if (Object.values(parts).some((part) => part.includes('\0'))) throw notFound()
  }
  if (admit !== undefined) await admit()
  const query = call.query && parseInput(call.query, givenParameters(c.req.query()), readerLanguage(c))
  const answer = await (call.request === undefined
    ? handler({ body: undefined, query })
    : answerBody(c, call, { maxBytes, handler: (body) => handler({ body, query }) }))
  if (answer instanceof Response) return answer
  return answer === null ? c.body(null, 204) : c.json(answer)
}

/** Reads the body of a call and answers it; the memory of the body is held until then. */
async function answerBody(
  c: AppContext,
  call: Call,
  { maxBytes, handler }: { maxBytes: number | undefined; handler: (body: unknown) => unknown },
): Promise<unknown> {
  const memory = heapBudget.open()
  try {
    const given = await readJson(c, maxBytes, memory)
    const body = call.request && parseInput(call.request, given, readerLanguage(c))
    return await handler(body)
  } finally {
    memory.release()
  }
}

/** A route's path as Hono writes it: `/api/conversations/:id`. */
export function honoPath(route: Call): string {
  return route.path.replaceAll(/\{(\w+)\}/gu, ':$1')
}

function authorise(c: AppContext, route: Route, caller: ServeOptions['caller']): SessionUser | null {
  if (route.access === 'admin') return requireRole(c, 'admin')
  if (route.access === 'client') return requireAction(c, route.action)
  if (route.access !== 'user') return c.get('user')
  const user = caller?.(c) ?? c.get('user')
  if (user === null) throw loginRequired()
  return user
}
