import type { BillingProduct, MemberRole } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { createApp } from '../src/app.ts'
import { newId } from '../src/platform/process/ids.ts'
import { hashPassword } from '../src/auth/passwords.ts'
import type { Payments } from '../src/billing/payments.ts'
import { createTestBilling } from '../src/billing/test-billing.ts'
import { mountTestPages } from '../src/billing/test-pages.routes.ts'
import { createChatRuntime } from '../src/chat/answering/answer-runtime.ts'
import { createModel } from '../src/chat/model/providers/model-choice.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import type { Database } from '../src/db/database.ts'
import { users } from '../src/db/schema/auth.ts'
import { organisationMembers } from '../src/db/schema/members.ts'
import type { JobQueue } from '../src/jobs/job-queue.ts'
import type { ResolveTxt } from '../src/organisation-sign-in/domain-proof.ts'
import { createOrganisation } from '../src/organisations/organisations.store.ts'
import { listMails, type QueuedMail } from '../src/mail/outbox.store.ts'
import type { Metrics } from '../src/ops/metrics.ts'
import type { AppEnv } from '../src/platform/http/app-env.ts'
import { createBackground } from '../src/platform/process/background.ts'
import type { Lifecycle } from '../src/platform/process/lifecycle.ts'
import { siteUrlOf } from '../src/platform/http/site-url.ts'
import type { WebFolders } from '../src/platform/pages/web-routes.ts'
import { createLog } from '../src/platform/process/log.ts'
import { ownerStatements } from './owner-statements/owner-statements.ts'
import { openTestDatabase } from './test-database.ts'

/** The app on a database of its own, as a browser on the same site calls it. */
export interface TestApp {
  app: Hono<AppEnv>
  database: Database
  lifecycle: Lifecycle
  /** Log entries, one object per line. */
  logged: Record<string, unknown>[]
  /** The e-mails written so far, the newest first. */
  mails: () => Promise<QueuedMail[]>
  /** The app's clock. */
  now: () => Date
  /** Moves the app's clock. */
  advance: (ms: number) => void
  /** An account, made without the routes. */
  addUser: (user?: Partial<typeof users.$inferInsert> & { password?: string }) => Promise<TestUser>
  /** An account that is a member of an organisation. */
  addMember: (organisationId: string, role: MemberRole) => Promise<TestUser>
  /** Signs in by the route and gives the cookie to send along. */
  signIn: (user: TestUser) => Promise<string>
  close: () => Promise<void>
}

export interface TestUser {
  id: string
  email: string
  password: string
}

/** Tests send more calls of one account in a minute than people do. */
export const unlimitedChanges = {
  STAFF_SECOND_FACTOR: 'optional',
  USER_CHANGES_PER_MINUTE: '1000000',
  USER_CONVERSATIONS_PER_MINUTE: '1000000',
}

let accounts = 0

export async function openTestApp(
  options: {
    config?: Partial<Config>
    folders?: WebFolders
    database?: Database
    /** Of a test checkout. */
    plans?: BillingProduct[]
    payments?: Payments
    metrics?: Metrics
    queue?: JobQueue
    resolveTxt?: ResolveTxt
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase())
  const lifecycle: Lifecycle = { stopping: false }
  const logged: Record<string, unknown>[] = []
  let offset = 0
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) })
  const config = { ...readConfig({ DEMO: 'off', ...unlimitedChanges }), ...options.config }
  const now = () => new Date(Date.now() + offset)
  const background = createBackground(log)
  const siteUrl = () => siteUrlOf(config.publicUrl, config.port)
  const { db } = database
  const test = { db, now, siteUrl }
  const billing = createTestBilling({ ...test, plans: options.plans ?? [] })
  const testPayments: Payments = {
    billing,
    mount: (routes) => mountTestPages(routes, { ...test, billing }),
  }
  const watched = ownerStatements.watch(database)
  const app = createApp({
    config,
    database: watched,
    chat: createChatRuntime({ db: watched.db, model: createModel(config.model), log }),
    lifecycle,
    log,
    now,
    siteUrl,
    background,
    payments: options.payments ?? testPayments,
    ...(options.metrics && { metrics: options.metrics }),
    ...(options.queue && { queue: options.queue }),
    ...(options.resolveTxt && { resolveTxt: options.resolveTxt }),
    folders: options.folders ?? { web: '/nowhere', widget: '/nowhere' },
  })
  const addUser: TestApp['addUser'] = async ({ password = 'a long enough phrase', ...row } = {}) => {
    const user = {
      id: newId(),
      email: `person-${(accounts += 1)}@example.com`,
      verifiedAt: new Date(),
      role: null,
      ...row,
    }
    const { role, ...account } = user
    await database.db.insert(users).values({
      ...account,
      role: role === 'client' ? null : role,
      passwordHash: await hashPassword(password),
    })
    // As the clients from before organisations, whose id is that of their account.
    if (role === 'client') {
      const { id, email: name } = account
      await createOrganisation(database.db, { id, name, ownerId: id, now: new Date() })
    }
    return { id: user.id, email: user.email, password }
  }
  return {
    app,
    database,
    lifecycle,
    logged,
    now,
    async mails() {
      await background.idle()
      return listMails(db, 100)
    },
    advance(ms) {
      offset += ms
    },
    addUser,
    async addMember(organisationId, role) {
      const user = await addUser()
      await db.update(users).set({ role: 'client' }).where(eq(users.id, user.id))
      await db
        .insert(organisationMembers)
        .values({ organisationId, accountId: user.id, role, createdAt: new Date() })
      return user
    },
    async signIn({ email, password }) {
      const response = await post(app, '/api/login', { email, password })
      if (response.status !== 200) throw new Error(`Signing in failed: ${await response.text()}`)
      return cookieOf(response)
    },
    async close() {
      await background.idle()
      await database.close()
    },
  }
}

/** A POST of JSON as our own pages send it. */
export async function post(
  app: Hono<AppEnv>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return app.request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
  })
}

/** The cookies that an answer sets, as the next request sends them. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Returns the fragment parameters of the first link to our own pages in an email. */
export function linkIn(body = ''): Record<string, string> {
  const address = /https?:\S+/u.exec(body)?.[0]
  if (address === undefined) throw new Error(`There is no link in: ${body}`)
  return Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)))
}
