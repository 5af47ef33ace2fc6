import { routes } from '@org/api-client/contract'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { checkModel } from './admin/model-check.ts'
import { mountManagedAccounts } from './admin/accounts/accounts.routes.ts'
import { mountAdmin } from './admin/admin.routes.ts'
import { mountAudit } from './admin/audit.routes.ts'
import { type AccountRoutesOptions, mountAccount } from './account/account.routes.ts'
import { mountAlerts } from './alerts/alerts.routes.ts'
import { mountAnalytics } from './analytics/analytics.routes.ts'
import { auditRetention } from './audit/purge-audit.ts'
import { createSecurityLog } from './audit/security-events.ts'
import { mountApiKeys } from './api-keys/api-keys.routes.ts'
import { mountApproved } from './approved/approved.routes.ts'
import { mountAuth } from './auth/auth.routes.ts'
import type { AuthServices } from './auth/auth.service.ts'
import { createHashingLimiter } from './auth/hashing-limiter.ts'
import { createDeploymentBox } from './auth/factors/deployment-box.ts'
import { session } from './auth/session.middleware.ts'
import type { SessionRules } from './auth/session.store.ts'
import { mountBilling } from './billing/billing.routes.ts'
import { noPayments, type Payments } from './billing/payments.ts'
import type { ChatRuntime } from './chat/answering/answer-runtime.ts'
import { widgetKey } from './chat/chat-principals.ts'
import { type ChatRoutesOptions, mountChat } from './chat/chat.routes.ts'
import type { Config } from './config/config.ts'
import { type BudgetGuard, createBudgetGuard } from './costs/budget-guard.ts'
import { mountCosts } from './costs/costs.routes.ts'
import { mountContent } from './content/content.routes.ts'
import { type HandoverServices, mountHandover } from './handover/handover.routes.ts'
import { deliveryMeans, deliveryOptions } from './handover/delivery/delivery-options.ts'
import { describeHandovers } from './handover/handovers.store.ts'
import { isSetUp, readRules } from './handover/handover-settings.store.ts'
import { testWebhook } from './handover/delivery/deliver-handover.ts'
import { mountImports } from './content/imports/imports.routes.ts'
import { describeImports } from './content/imports/imports.store.ts'
import { mountShares } from './shares/shares.routes.ts'
import { mountSources } from './content/sources/sources.routes.ts'
import { mountClients } from './clients/clients.routes.ts'
import { mountMembers } from './clients/members.routes.ts'
import { mountVisitors } from './clients/visitors.routes.ts'
import { mountContact } from './contact/contact.routes.ts'
import { createStorageQuota } from './conversations/storage-quota.ts'
import { mountConversations } from './conversations/conversations.routes.ts'
import type { Database } from './db/database.ts'
import { mountEmbedDocuments } from './embed/embed-documents.ts'
import { createEmbedSessions } from './embed/embed-session.ts'
import { createEmbedTokens } from './embed/embed-token.ts'
import { mountEmbed } from './embed/embed.routes.ts'
import { mountSettingsDrafts } from './evaluations/drafts.routes.ts'
import { mountEvaluations } from './evaluations/evaluations.routes.ts'
import { describeRuns } from './evaluations/runs.store.ts'
import { createJobSender, type JobQueue } from './jobs/job-queue.ts'
import { mountJobs } from './jobs/jobs.routes.ts'
import { mountKnowledge } from './knowledge/knowledge.routes.ts'
import { limitChanges } from './limits/change-limit.ts'
import { mountLists } from './lists/lists.routes.ts'
import { mountOperators } from './admin/operators.routes.ts'
import { noteReaderLanguage } from './mail/mail-language.store.ts'
import { mountOutbox, outboxPath } from './mail/outbox.routes.ts'
import type { Metrics } from './ops/metrics.ts'
import { mountMetrics } from './ops/metrics-server.ts'
import { createResolveTxt, type ResolveTxt } from './organisation-sign-in/domain-proof.ts'
import { mountOrganisationSignIn } from './organisation-sign-in/organisation-sign-in.routes.ts'
import { mountOrders } from './orders/orders.routes.ts'
import { mountOutcomes } from './outcomes/outcomes.routes.ts'
import { recordRating } from './outcomes/outcomes.store.ts'
import { mountOutcomeStats } from './outcomes/outcome-stats.routes.ts'
import { mountRetention } from './outcomes/retention.routes.ts'
import { mountReference } from './ops/reference-page.ts'
import { isTracing, traceCalls } from './ops/tracing.ts'
import type { AppEnv } from './platform/http/app-env.ts'
import { type Background, createBackground } from './platform/process/background.ts'
import { clientAddress } from './platform/request/client-address.ts'
import { refuseCrossSite } from './platform/protection/cross-site.ts'
import { createTurns, fairReads } from './platform/protection/fair-reads.ts'
import { respondToError } from './platform/http/error-response.ts'
import { type SyncMiddleware, syncMiddleware } from './platform/http/sync-middleware.ts'
import { mountHealth } from './ops/health.routes.ts'
import { notFound } from './platform/http/http-error.ts'
import type { Lifecycle } from './platform/process/lifecycle.ts'
import { loopbackOnly } from './platform/protection/loopback-only.ts'
import { refuseWrongMethod } from './platform/http/method-not-allowed.ts'
import { requestLog } from './platform/process/log.ts'
import { refuseWhileStopping } from './platform/server/refuse-while-stopping.ts'
import { requestId } from './platform/http/request-id.ts'
import { createImageSources } from './platform/protection/image-sources.ts'
import { mountPolicyReports } from './platform/protection/policy-reports.routes.ts'
import { mountOpenApi } from './ops/openapi.routes.ts'
import { securityHeaders } from './platform/protection/security-headers.ts'
import { siteUrlOf } from './platform/http/site-url.ts'
import { type WebFolders, demoMediaFolder, openWeb } from './platform/pages/web-routes.ts'
import { mountConfigurators } from './widgets/configurators.routes.ts'
import { mountGaps } from './gaps/gaps.routes.ts'
import { mountPublicApi } from './public-api/public.routes.ts'
import { mountReports } from './weekly-reports/reports.routes.ts'
import { describeReports } from './weekly-reports/reports.store.ts'
import { mountReview } from './review/review.routes.ts'
import { describeDeliveries } from './webhooks/deliveries.store.ts'
import { createEventSender, type EventSender } from './webhooks/events/event-sender.ts'
import { mountWebhooks } from './webhooks/webhooks.routes.ts'
import { mountSite } from './site/site.routes.ts'

/** Dependencies of the app. */
export interface AppDependencies {
  config: Config
  database: Database
  chat: ChatRuntime
  log: Logger
  /** @default a lifecycle that never stops */
  lifecycle?: Lifecycle
  /** @default the clock */
  now?: () => Date
  /** Base URL of links in emails and to payment pages. @default the public address, or this machine's */
  siteUrl?: () => URL
  /** @default nothing is sold */
  payments?: Payments
  /** @default work that nobody waits for */
  background?: Background
  /** @default jobs are added, and other processes work on them */
  queue?: JobQueue
  /** Refuses questions whose budget is spent. @default one that this app reads at each change of a budget */
  budgets?: BudgetGuard
  /** Looks TXT records up. @default the name servers of the system */
  resolveTxt?: ResolveTxt
  /** @default this repository's builds */
  folders?: WebFolders
  /** @default nothing is measured */
  metrics?: Metrics
}

/** Paths that pages of shops call. */
const crossSitePaths = new Set([routes.reportOrder.path])

// Outside /api it stays so.
const nobodyYet: SyncMiddleware = {
  before(c) {
    c.set('user', null)
    c.set('session', null)
    c.set('recovery', null)
  },
}

/** Dependencies with their defaults. */
type Parts = Required<Omit<AppDependencies, 'folders' | 'metrics'>> &
  Pick<AppDependencies, 'folders' | 'metrics'> & {
    /** Adds events to the deliveries of webhooks. */
    events: EventSender
  }

/** Every route, on one app that `@hono/node-server` or a test can call. */
export function createApp(dependencies: AppDependencies): Hono<AppEnv> {
  const { config, log } = dependencies
  const given = {
    lifecycle: { stopping: false },
    now: () => new Date(),
    siteUrl: () => siteUrlOf(config.publicUrl, config.port),
    payments: noPayments,
    background: createBackground(log),
    queue: createJobSender(dependencies.database, log),
    resolveTxt: createResolveTxt(),
    budgets: createBudgetGuard(dependencies.database.db, dependencies.now ?? (() => new Date())),
    ...dependencies,
  }
  const parts: Parts = { ...given, events: createEventSender(given.queue) }
  const { db } = parts.database
  const app = new Hono<AppEnv>()
  addMiddleware(app, parts)
  // Health and metrics are for probes, which wait for nobody's reads.
  mountHealth(app, { db, lifecycle: parts.lifecycle })
  if (parts.metrics !== undefined) mountMetrics(app, parts.metrics, config.metrics.token)
  const takeTurn = createTurns(config.database)
  const tokens = createEmbedTokens(db)
  const rules = sessionRulesOf(config)
  const embedSessions = createEmbedSessions({ db, tokens, rules, now: parts.now })
  app.use('/api/*', besidesPublicApi(session({ db, rules, now: parts.now })))
  app.use('/api/*', besidesPublicApi(embedSessions.middleware))
  app.use(fairReads(takeTurn))
  app.use('/api/*', limitChanges(parts.chat.limiter, config.conversations.changesPerMinute))
  app.onError(respondToError)
  const auth = authServices(parts)
  mountAuth(app, { ...auth, endFrameSession: embedSessions.close })
  mountEmbed(app, {
    auth,
    tokens,
    sessions: embedSessions,
    settings: parts.chat.settings,
    events: parts.events,
    takeTurn,
    hasHandover: async (widgetId) => isSetUp(await readRules(db, widgetId), deliveryMeans(config)),
  })
  const { storageBytes } = config.conversations
  const storage = createStorageQuota(db, { storageBytes, now: parts.now })
  mountShares(app, { ...auth, limiter: parts.chat.limiter, storage })
  mountChatAndConversations(app, parts, {
    storage,
    visitorOfToken: embedSessions.visitor,
  })
  mountHandovers(app, parts, embedSessions.visitor)
  mountWebhooks(app, { db, now: parts.now, queue: parts.queue, networkAccess: config.networkAccess })
  mountFeatures(app, parts, { auth, storage })
  mountPages(app, parts)
  return app
}

/** The public API reads API keys alone: no cookie signs anybody in there, and no session is renewed. */
function besidesPublicApi(middleware: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> {
  return (c, next) => (c.req.path.startsWith('/api/v1/') ? next() : middleware(c, next))
}

function addMiddleware(app: Hono<AppEnv>, { config, log, lifecycle, metrics }: Parts): void {
  if (isTracing()) app.use(traceCalls())
  app.use(
    syncMiddleware(
      requestId,
      clientAddress(config),
      ...(metrics === undefined ? [] : [metrics.calls]),
      requestLog(log),
      securityHeaders,
      nobodyYet,
    ),
  )
  // Refusals are logged and counted too.
  app.use(
    syncMiddleware(
      ...(config.demo ? [loopbackOnly()] : []),
      refuseCrossSite({ ...config, open: crossSitePaths }),
      refuseWhileStopping(lifecycle),
    ),
  )
  // `GET /api/me` is frequent, and smaller than compression would save.
  const compressed = compress({ encoding: 'gzip', contentTypeFilter: /^application\/json/u })
  app.use('/api/*', (c, next) => (c.req.path === '/api/me' ? next() : compressed(c, next)))
}

function sessionRulesOf({ session: life, staffSession, staffFactor, accountFactor }: Config): SessionRules {
  return { life, staffLife: staffSession, staffFactor, accountFactor }
}

function authServices({ config, database: { db }, log, now, background, siteUrl }: Parts): AuthServices {
  return {
    db,
    now,
    secretBox: createDeploymentBox(db, config.encryptionKeys),
    sessionRules: sessionRulesOf(config),
    hashing: createHashingLimiter(),
    background,
    recordEvent: createSecurityLog({ db, background, log, now }),
    siteUrl,
    brandName: config.brandName,
    signupConfirmation: config.signupConfirmation,
    signupsPerHour: config.hourly.signups,
    resetsPerHour: config.hourly.resets,
  }
}

function mountChatAndConversations(
  app: Hono<AppEnv>,
  { config, database: { db }, chat, now, budgets, events }: Parts,
  { storage, visitorOfToken }: Pick<ChatRoutesOptions, 'storage' | 'visitorOfToken'>,
): void {
  const { settings, streams, limiter, clock, defaultModel } = chat
  mountConversations(app, {
    db,
    limiter,
    limits: config.conversations,
    storage,
    streams,
    onRated: (rating) => recordRating(db, rating, { events, now }),
  })
  mountChat(app, {
    db,
    clock,
    streams,
    limiter,
    settings,
    defaultModel,
    answers: chat,
    storage,
    quotas: config.quotas,
    isAnonymousBlocked: () => config.anonymousChat === 'blocked',
    visitorOfToken,
    refusalOf: budgets.refusal,
    isEmergency: chat.isEmergency,
  })
  mountConfigurators(app, {
    db,
    now,
    checkModel: (name) => checkModel(name, chat.modelFor(name), 'model'),
    async stopAnswers(widgetId) {
      for (const streamId of await limiter.running(widgetKey(widgetId.toLowerCase()))) {
        await streams.stop(streamId, 'user')
      }
    },
  })
}

function mountHandovers(
  app: Hono<AppEnv>,
  { config, database: { db }, now, queue, events }: Parts,
  visitorOfToken: HandoverServices['visitorOfToken'],
): void {
  const delivery = deliveryOptions(config, { db, now })
  mountHandover(app, {
    ...delivery,
    queue,
    events,
    means: deliveryMeans(config),
    visitorOfToken,
    testWebhook: (widgetId, signal) => testWebhook(widgetId, { ...delivery, signal }),
  })
}

function mountFeatures(
  app: Hono<AppEnv>,
  { config, database: { db }, chat, now, payments, queue, lifecycle, budgets, siteUrl, resolveTxt }: Parts,
  { auth, storage }: Pick<AccountRoutesOptions, 'auth' | 'storage'>,
): void {
  const { settings, streams } = chat
  mountLists(app, { db, settings })
  mountAdmin(app, { db, settings, models: chat, now })
  mountAudit(app, { db, now, retention: auditRetention(config.retention), recordEvent: auth.recordEvent })
  mountSettingsDrafts(app, {
    db,
    now,
    settings,
    checkModel: (name) => checkModel(name, chat.modelFor(name), 'gemini_model'),
  })
  mountEvaluations(app, { db, now, models: chat, queue, lifecycle })
  mountKnowledge(app, db)
  const content = { db, now, limiter: chat.limiter, quota: config.content }
  mountContent(app, content)
  mountApproved(app, { ...content, onSaved: chat.refreshApproved })
  mountApiKeys(app, { db, now })
  mountPublicApi(app, { ...content, callsPerMinute: config.apiCallsPerMinute })
  mountImports(app, { ...content, queue, lifecycle })
  mountSources(app, { ...content, queue, lifecycle })
  mountJobs(app, {
    db,
    queue,
    describe: async (ids) =>
      new Map([
        ...(await describeImports(db, ids)),
        ...(await describeRuns(db, ids)),
        ...(await describeReports(db, ids)),
        ...(await describeHandovers(db, ids)),
        ...(await describeDeliveries(db, ids)),
      ]),
  })
  mountOperators(app, { db, now, region: config.safetyRegion ?? undefined })
  mountAnalytics(app, { db, now })
  mountOutcomes(app, db, now)
  mountOrders(app, { db, now, windowDays: config.retention.orderWindowDays })
  mountOutcomeStats(app, { db, now, onRead: (id, language) => noteReaderLanguage(db, id, language) })
  mountRetention(app, { db, now, configured: config.retention })
  mountCosts(app, { db, now, guard: budgets, configuredPrice: config.outcomes.costPerMillionTokens })
  mountAlerts(app, { db, now })
  mountReports(app, { db, now })
  mountReview(app, { db, keepsText: config.outcomes.keepsText })
  mountGaps(app, { db, now, keepsText: config.outcomes.keepsText })
  mountVisitors(app, { db, now, billing: payments.billing, streams })
  mountMembers(app, auth)
  mountOrganisationSignIn(app, { ...auth, resolveTxt, networkAccess: config.networkAccess })
  mountClients(app, {
    db,
    now,
    siteUrl,
    brandName: config.brandName,
    keepsText: config.outcomes.keepsText,
  })
  mountManagedAccounts(app, { ...auth, streams })
  mountAccount(app, { auth, billing: payments.billing, streams, storage })
  mountContact(app, {
    db,
    now,
    recipient: config.contactRecipient,
    messagesPerHour: config.hourly.contactMessages,
  })
  mountBilling(app, payments.billing)
  payments.mount(app)
  const showsOutbox = config.demo && config.smtp === null
  if (showsOutbox) mountOutbox(app, db)
  mountSite(app, {
    imageHosts: config.imageHosts,
    outboxUrl: showsOutbox ? outboxPath : null,
    mapStyleUrl: config.mapStyle?.href ?? null,
    handover: config.handoverRecipient !== null,
  })
  mountOpenApi(app)
  mountReference(app)
  mountPolicyReports(app)
}

/** Pages come last: they answer every address that no route has. */
function mountPages(app: Hono<AppEnv>, { config, database: { db }, now, folders }: Parts): void {
  const images = createImageSources(db, config.imageHosts, now)
  const web = openWeb({
    publicUrl: config.publicUrl,
    images,
    mapOrigin: config.mapStyle?.origin ?? null,
    ...(config.demo ? { media: demoMediaFolder } : {}),
    ...folders,
  })
  mountEmbedDocuments(app, { db, web, images })
  const refuse = refuseWrongMethod(app)
  app.notFound(async (c) => {
    await refuse(c, async () => {
      c.res = (await web(c)) ?? respondToError(notFound('There is nothing at this address.'), c)
    })
    return c.res
  })
}
