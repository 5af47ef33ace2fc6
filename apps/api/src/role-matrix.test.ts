import {
  type MemberAction,
  type MemberRole,
  memberRoles,
  type PublicRoute,
  publicRoutes,
  type Route,
  routes,
} from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../tests/test-app.ts'
import { createPayments } from './billing/payments.ts'
import { sessions, users } from './db/schema/auth.ts'
import { createMetrics } from './ops/metrics.ts'
import { honoPath } from './platform/request/contract-route.ts'

type Caller = 'visitor' | 'user' | MemberRole | 'admin'

const callers: readonly Caller[] = ['visitor', 'user', ...memberRoles, 'admin']

let test: TestApp
const people = new Map<Caller, { user: TestUser; cookie: string }>()
beforeAll(async () => {
  test = await openTestApp({ config: { demo: true } })
  for (const [who, role] of [
    ['user', null],
    ['owner', 'client'],
    ['admin', 'admin'],
  ] as const) {
    const user = await test.addUser({ role })
    people.set(who, { user, cookie: await test.signIn(user) })
  }
  for (const who of ['viewer', 'editor', 'reviewer'] as const) {
    const user = await test.addMember(people.get('owner')?.user.id ?? '', who)
    people.set(who, { user, cookie: await test.signIn(user) })
  }
})
afterAll(() => test.close())

const loginRequired = { status: 401, code: 'login_required' }
const forbidden = { status: 403, code: 'forbidden' }
/** Members whose role includes an action. */
const membersWho: Record<MemberAction, readonly Caller[]> = {
  view: ['viewer', 'editor', 'reviewer', 'owner'],
  edit: ['editor', 'owner'],
  review: ['reviewer', 'owner'],
  manage: ['owner'],
}

/** Expected refusal of a caller without access to a route. */
function refusalOf({ access, action }: Route, who: Caller): typeof forbidden | undefined {
  if (access === 'visitor' || access === 'guest') return undefined
  if (who === 'visitor') return loginRequired
  if (access === 'user' || who === 'admin') return undefined
  return action !== undefined && membersWho[action].includes(who) ? undefined : forbidden
}
const matrix = Object.values<Route>(routes).flatMap((route) =>
  callers.map((who) => ({
    who,
    route,
    method: route.method,
    path: route.path,
    refusal: refusalOf(route, who),
  })),
)
/** The public API takes API keys, whoever is signed in. */
const publicMatrix = Object.values<PublicRoute>(publicRoutes).flatMap((route) =>
  callers.map((who) => ({
    who,
    route,
    method: route.method,
    path: route.path,
  })),
)
const withBody = new Set(['POST', 'PUT', 'PATCH'])

/** Calls that end their session or membership have one of their own. */
async function cookieFor(path: string, who: Caller): Promise<string | undefined> {
  const person = people.get(who)
  const role = memberRoles.find((name) => name === who)
  if (path === routes.leaveOrganisation.path && role !== undefined) {
    return test.signIn(await test.addMember(people.get('owner')?.user.id ?? '', role))
  }
  return person && path === routes.logout.path ? test.signIn(person.user) : person?.cookie
}

async function call({ method, path }: Pick<Route, 'method' | 'path'>, who: Caller): Promise<Response> {
  const cookie = await cookieFor(path, who)
  return test.app.request(path.replaceAll(/\{\w+\}/gu, 'unknown'), {
    method,
    ...(withBody.has(method) ? { body: '{"not":"read"' } : {}),
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...(cookie === undefined ? {} : { cookie }),
    },
  })
}

/** The app with what only an installation outside of a demonstration has. */
async function openProduction(): Promise<TestApp> {
  const { database } = test
  return openTestApp({
    database,
    config: { metrics: { port: null, token: 'a token' } },
    metrics: createMetrics({ runningAnswers: () => 0, isRedisUp: null }),
    payments: await createPayments(
      { kind: 'stripe', secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: null },
      { db: database.db, now: () => new Date(), siteUrl: () => new URL('https://assistant.example') },
    ),
  })
}

/** Returns the routes of an app from its router. */
const linesOf = (app: TestApp['app']): string[] =>
  app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted()

describe('every call', () => {
  it.each(matrix.filter(({ refusal }) => refusal !== undefined))(
    '$method $path is closed to a $who ($refusal.status), before its body is read',
    async ({ route, who, refusal }) => {
      const response = await call(route, who)
      expect(response.status).toBe(refusal?.status)
      expect(await response.json()).toMatchObject({ code: refusal?.code })
      expect(response.headers.get('cache-control')).toContain('no-store')
    },
  )

  it.each(matrix.filter(({ refusal }) => refusal === undefined))(
    '$method $path is open to a $who',
    async ({ route, who }) => {
      const response = await call(route, who)
      // A broken body or form, a missing query, an unknown id: the call itself was let through.
      expect([200, 204, 400, 404, 415, 422]).toContain(response.status)
    },
  )

  it.each(publicMatrix)('$method $path takes no session of a $who', async ({ route, who }) => {
    const response = await call(route, who)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'invalid_api_key' })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('has its rows here: what the app serves besides the contract asks for no session', async () => {
    const all = [...Object.values<Route>(routes), ...Object.values<PublicRoute>(publicRoutes)]
    const named = all.map((route) => `${route.method} ${honoPath(route)}`)
    const besides = ({ app }: TestApp) => linesOf(app).filter((line) => !named.includes(line))
    const always = [
      'GET /api/docs',
      'GET /api/docs.css',
      'GET /api/openapi.json',
      'GET /api/v1/openapi.json',
      'GET /embed/login',
      'GET /embed/signup',
      'GET /embed/theme/:theme',
      'GET /healthz',
      'GET /readyz',
      // Open to whoever brings a signed link.
      'GET /unsubscribe',
      'POST /unsubscribe',
      'POST /api/csp-reports',
    ]
    expect(named.filter((line) => !linesOf(test.app).includes(line))).toEqual([])
    expect(besides(test)).toEqual(
      [
        ...always,
        // Of the test checkout.
        'GET /billing/test/checkout',
        'GET /billing/test/portal',
        'POST /billing/test/checkout',
        'POST /billing/test/portal',
        // Of the demonstration alone.
        'GET /outbox',
      ].toSorted(),
    )
    const production = await openProduction()
    expect(besides(production)).toEqual(
      [
        ...always,
        // Open to whoever brings the token.
        'GET /metrics',
        // Open to whatever Stripe has signed.
        'POST /api/billing/webhook',
      ].toSorted(),
    )
    // Handlers for every method are middleware, not calls.
    for (const { app } of [test, production]) {
      const around = app.routes.filter(({ method }) => method === 'ALL')
      expect([...new Set(around.map(({ path }) => path))].toSorted()).toEqual(['/*', '/api/*'])
    }
  })

  it('is open to those whom the specifications name, and to nobody else', () => {
    const callsOf = (...access: Route['access'][]) =>
      Object.values<Route>(routes)
        .filter((route) => access.includes(route.access))
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted()
    const callsOfMembers = (action: MemberAction) =>
      Object.values<Route>(routes)
        .filter((route) => route.action === action)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted()
    // Specification 1, section 6, and what a visitor needs in order to sign in, in a widget, too.
    expect(callsOf('visitor')).toEqual([
      'GET /api/authors',
      'GET /api/billing/catalog',
      'GET /api/chat/anon-status',
      'GET /api/demo/outbox',
      'GET /api/embed/lists',
      'GET /api/embed/pictures/{widget}/{picture}',
      'GET /api/handover',
      'GET /api/me',
      'GET /api/shared/{token}',
      'GET /api/shared/{token}/images/{id}',
      'GET /api/site',
      'GET /api/tools',
      'POST /api/auth/callback',
      'POST /api/contact',
      'POST /api/embed/session',
      'POST /api/handover',
      'POST /api/handover/preview',
      'POST /api/login',
      'POST /api/login-link',
      'POST /api/login/organisation',
      'POST /api/login/organisation/callback',
      'POST /api/login/passkey',
      'POST /api/login/passkey/options',
      'POST /api/login/second-factor',
      'POST /api/logout',
      'POST /api/member-invitations/accept',
      'POST /api/member-invitations/preview',
      'POST /api/reset-password',
      'POST /api/signup',
      'POST /embed/login',
      'POST /embed/orders',
      'POST /embed/signup',
    ])
    expect(callsOf('guest')).toEqual([
      'GET /api/chat/streams/{stream_id}',
      'POST /api/chat',
      'POST /api/chat/answers/{id}/opened',
      'POST /api/chat/streams/{stream_id}/stop',
      'PUT /api/messages/{id}/feedback',
    ])
    // Specification 2, section 6: Dashboard and Client Insights; the review of answers in a client's widgets, and the
    // content and approved answers that a client owns. Each call names the action that its caller’s role must include.
    expect(callsOfMembers('view')).toEqual([
      'GET /api/account/weekly-report',
      'GET /api/admin/approved-answers',
      'GET /api/admin/approved-answers/draft',
      'GET /api/admin/approved-answers/sources',
      'GET /api/admin/approved-answers/summary',
      'GET /api/admin/approved-answers/{id}',
      'GET /api/admin/approved-answers/{id}/versions',
      'GET /api/admin/budgets',
      'GET /api/admin/gaps',
      'GET /api/admin/knowledge/articles',
      'GET /api/admin/knowledge/articles/{id}',
      'GET /api/admin/knowledge/articles/{id}/versions',
      'GET /api/admin/knowledge/jobs',
      'GET /api/admin/knowledge/jobs/{id}',
      'GET /api/admin/knowledge/products',
      'GET /api/admin/knowledge/products/{id}',
      'GET /api/admin/knowledge/products/{id}/versions',
      'GET /api/admin/knowledge/sources',
      'GET /api/admin/review',
      'GET /api/admin/review/summary',
      'GET /api/client/activity',
      'GET /api/client/members',
      'GET /api/client/orders',
      'GET /api/client/outcomes',
      'GET /api/client/room',
      'GET /api/client/stats',
      'GET /api/client/widgets',
      'GET /api/stats/chat-subjects',
      'GET /api/stats/message-geo',
      'GET /api/stats/outcomes',
      'GET /api/stats/product-queries',
      'POST /api/client/members/leave',
      'PUT /api/account/weekly-report',
    ])
    expect(callsOfMembers('edit')).toEqual([
      'DELETE /api/admin/knowledge/articles/{id}',
      'DELETE /api/admin/knowledge/products/{id}',
      'DELETE /api/admin/knowledge/sources/{id}',
      'POST /api/admin/knowledge/articles',
      'POST /api/admin/knowledge/articles/preview',
      'POST /api/admin/knowledge/articles/{id}/versions/{n}/restore',
      'POST /api/admin/knowledge/jobs/{id}/retry',
      'POST /api/admin/knowledge/products',
      'POST /api/admin/knowledge/products/{id}/versions/{n}/restore',
      'POST /api/admin/knowledge/sources',
      'POST /api/admin/knowledge/sources/{id}/sync',
      'POST /api/admin/knowledge/uploads',
      'PUT /api/admin/knowledge/articles/{id}',
      'PUT /api/admin/knowledge/products/{id}',
      'PUT /api/admin/knowledge/sources/{id}',
      'PUT /api/client/widgets/{id}/appearance',
    ])
    expect(callsOfMembers('review')).toEqual([
      'DELETE /api/admin/approved-answers/{id}',
      'PATCH /api/admin/gaps/{id}',
      'PATCH /api/admin/review/{id}',
      'POST /api/admin/approved-answers',
      'POST /api/admin/approved-answers/{id}/versions/{n}/restore',
      'PUT /api/admin/approved-answers/{id}',
    ])
    expect(callsOfMembers('manage')).toEqual([
      'DELETE /api/client/api-keys/{id}',
      'DELETE /api/client/members/invitations/{id}',
      'DELETE /api/client/members/{id}',
      'DELETE /api/client/orders/{id}',
      'DELETE /api/client/sign-in',
      'DELETE /api/client/sign-in/domains/{id}',
      'DELETE /api/client/visitors/{id}',
      'DELETE /api/client/webhooks/{id}',
      'GET /api/client/api-keys',
      'GET /api/client/identity',
      'GET /api/client/sign-in',
      'GET /api/client/visitors',
      'GET /api/client/visitors/{id}/export',
      'GET /api/client/webhooks',
      'GET /api/client/webhooks/{id}/deliveries',
      'POST /api/client/api-keys',
      'POST /api/client/api-keys/{id}/rotate',
      'POST /api/client/identity/secret',
      'POST /api/client/members/invitations',
      'POST /api/client/members/invitations/{id}/resend',
      'POST /api/client/members/{id}/ownership',
      'POST /api/client/sign-in/domains',
      'POST /api/client/sign-in/domains/{id}/verify',
      'POST /api/client/sign-in/test',
      'POST /api/client/webhooks',
      'POST /api/client/webhooks/{id}/deliveries/{delivery}/replay',
      'POST /api/client/webhooks/{id}/secret',
      'POST /api/client/webhooks/{id}/test',
      'PUT /api/client/members/{id}/role',
      'PUT /api/client/organisation',
      'PUT /api/client/sign-in',
      'PUT /api/client/sign-in/second-factor',
      'PUT /api/client/webhooks/{id}',
    ])
    expect(callsOf('admin')).toEqual([
      'DELETE /api/admin/accounts/{id}/second-factor',
      'DELETE /api/admin/accounts/{id}/sessions',
      'DELETE /api/admin/accounts/{id}/sessions/{session}',
      'DELETE /api/admin/budgets/{id}',
      'DELETE /api/admin/configurators/{id}',
      'DELETE /api/admin/evaluations/cases/{id}',
      'DELETE /api/admin/invitations/{id}',
      'DELETE /api/admin/llm-settings/drafts/{id}',
      'GET /api/admin/accounts',
      'GET /api/admin/accounts/{id}',
      'GET /api/admin/alerts',
      'GET /api/admin/audit',
      'GET /api/admin/audit/check',
      'GET /api/admin/audit/export',
      'GET /api/admin/clients',
      'GET /api/admin/configurators',
      'GET /api/admin/configurators/{id}/handover',
      'GET /api/admin/configurators/{id}/history',
      'GET /api/admin/configurators/{id}/sightings',
      'GET /api/admin/entitlements',
      'GET /api/admin/entitlements/options',
      'GET /api/admin/evaluations',
      'GET /api/admin/evaluations/cases',
      'GET /api/admin/evaluations/cases/{id}',
      'GET /api/admin/evaluations/{id}',
      'GET /api/admin/invitations',
      'GET /api/admin/jobs',
      'GET /api/admin/knowledge/search',
      'GET /api/admin/knowledge/synonyms',
      'GET /api/admin/llm-settings',
      'GET /api/admin/llm-settings/drafts',
      'GET /api/admin/llm-settings/drafts/{id}',
      'GET /api/admin/llm-settings/history',
      'GET /api/admin/llm-settings/trials',
      'GET /api/admin/model-prices',
      'GET /api/admin/operator-entries/{id}/history',
      'GET /api/admin/retention',
      'GET /api/admin/safety',
      'GET /api/admin/safety/counts',
      'GET /api/admin/weekly-report',
      'POST /api/admin/alerts/{id}/seen',
      'POST /api/admin/configurators',
      'POST /api/admin/configurators/{id}/active',
      'POST /api/admin/configurators/{id}/handover/secret',
      'POST /api/admin/configurators/{id}/handover/test',
      'POST /api/admin/entitlements',
      'POST /api/admin/evaluations',
      'POST /api/admin/evaluations/cases',
      'POST /api/admin/evaluations/cases/from-article',
      'POST /api/admin/evaluations/cases/from-review',
      'POST /api/admin/evaluations/{id}/cancel',
      'POST /api/admin/invitations',
      'POST /api/admin/invitations/{id}/resend',
      'POST /api/admin/jobs/{lane}/{id}/retry',
      'POST /api/admin/knowledge/synonyms',
      'POST /api/admin/knowledge/synonyms/import',
      'POST /api/admin/llm-settings',
      'POST /api/admin/llm-settings/drafts',
      'POST /api/admin/llm-settings/drafts/{id}/publish',
      'POST /api/admin/llm-settings/restore',
      'POST /api/admin/llm-settings/trials',
      'POST /api/admin/llm-settings/trials/{id}/stop',
      'POST /api/admin/operator-entries/{id}/restore',
      'POST /api/admin/retention/preview',
      'POST /api/admin/safety/lines',
      'POST /api/admin/safety/phrases',
      'POST /api/admin/safety/spikes/{id}/seen',
      'POST /api/admin/safety/try',
      'POST /api/admin/sign-in-domains/{id}/confirm',
      'POST /api/tools/debug-decision',
      'PUT /api/admin/accounts/{id}/disabled',
      'PUT /api/admin/accounts/{id}/role',
      'PUT /api/admin/budgets',
      'PUT /api/admin/configurators/{id}/handover',
      'PUT /api/admin/evaluations/cases/{id}',
      'PUT /api/admin/llm-settings/drafts/{id}',
      'PUT /api/admin/model-prices',
      'PUT /api/admin/retention',
      'PUT /api/admin/weekly-report',
    ])
  })
})

it('needs a proof of the last ten minutes for dangerous actions, and for no others', async () => {
  const dangerous = Object.values<Route>(routes).filter(({ proof }) => proof === true)
  expect(dangerous.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /api/account/passkeys/{id}',
    'DELETE /api/account/second-factor/totp',
    'DELETE /api/account/sessions',
    'DELETE /api/admin/accounts/{id}/second-factor',
    'DELETE /api/admin/accounts/{id}/sessions',
    'DELETE /api/admin/accounts/{id}/sessions/{session}',
    'DELETE /api/admin/configurators/{id}',
    'DELETE /api/client/members/{id}',
    'DELETE /api/client/sign-in',
    'DELETE /api/client/sign-in/domains/{id}',
    'DELETE /api/client/visitors/{id}',
    'GET /api/account/export',
    'GET /api/admin/audit/export',
    'GET /api/client/visitors/{id}/export',
    'POST /api/account/second-factor/recovery-codes',
    'POST /api/admin/configurators/{id}/handover/secret',
    'POST /api/admin/entitlements',
    'POST /api/admin/invitations',
    'POST /api/admin/llm-settings',
    'POST /api/admin/llm-settings/drafts/{id}/publish',
    'POST /api/admin/llm-settings/restore',
    'POST /api/admin/llm-settings/trials',
    'POST /api/admin/sign-in-domains/{id}/confirm',
    'POST /api/client/api-keys',
    'POST /api/client/api-keys/{id}/rotate',
    'POST /api/client/identity/secret',
    'POST /api/client/members/invitations',
    'POST /api/client/members/invitations/{id}/resend',
    'POST /api/client/members/{id}/ownership',
    'POST /api/client/sign-in/domains',
    'POST /api/client/sign-in/domains/{id}/verify',
    'POST /api/client/webhooks',
    'POST /api/client/webhooks/{id}/secret',
    'PUT /api/admin/accounts/{id}/disabled',
    'PUT /api/admin/accounts/{id}/role',
    'PUT /api/admin/configurators/{id}/handover',
    'PUT /api/admin/retention',
    'PUT /api/client/members/{id}/role',
    'PUT /api/client/sign-in',
    'PUT /api/client/sign-in/second-factor',
    'PUT /api/client/webhooks/{id}',
  ])
  const user = await test.addUser({ role: 'admin' })
  const cookie = await test.signIn(user)
  await test.database.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, user.id))
  for (const { method, path } of dangerous) {
    const response = await test.app.request(path.replaceAll(/\{\w+\}/gu, 'unknown'), {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(await response.json()).toMatchObject({ code: 'proof_required' })
    expect(response.status).toBe(403)
  }
})

it('applies a change of role at once', async () => {
  const user = await test.addUser({ role: 'admin' })
  const cookie = await test.signIn(user)
  const status = async () => (await test.app.request('/api/admin/audit', { headers: { cookie } })).status
  expect(await status()).toBe(200)
  await test.database.db.update(users).set({ role: null }).where(eq(users.id, user.id))
  expect(await status()).toBe(403)
})
