import { resolve } from 'node:path'
import { z } from 'zod'
import type { AddressKeyOptions } from './analytics/address-keys.ts'
import type { StaffFactor } from './auth/factors/factor-rules.ts'
import type { PaymentChoice } from './billing/payments.ts'
import type { ChatQuotas } from './chat/chat-principals.ts'
import type { ModelChoice } from './chat/model/providers/model-choice.ts'
import type { Quota } from './limits/answer-limiter.ts'
import type { ContentQuota } from './content/content-limits.ts'
import type { NetworkAccess } from './content/fetching/public-addresses.ts'
import type { ConversationLimits } from './conversations/conversation-limits.ts'
import type { DatabaseLocation } from './db/database.ts'
import type { EmbeddingChoice } from './knowledge/embeddings/embedder.ts'
import type { SmtpLocation } from './mail/smtp.ts'
import { logLevels } from './platform/process/log.ts'
import { isLoopback } from './platform/protection/loopback.ts'
import type { RedisLocation } from './platform/process/redis.ts'
import type { RetentionSettings } from './privacy/data-policy.ts'
import { readSecretFiles } from './secret-files.ts'

/** Validated configuration of the environment, with defaults. */
export interface Config {
  host: string
  port: number
  publicUrl: URL | null
  trustedProxyHops: number
  database: DatabaseLocation
  /** Redis shared by instances; null for a single one. */
  redis: RedisLocation | null
  model: ModelChoice
  /** The model that embeds passages and questions; null: searches compare words alone. */
  embeddings: EmbeddingChoice | null
  /** True when the demonstration data is loaded. */
  demo: boolean
  signupConfirmation: boolean
  /** Requests of a kind from one address in an hour. */
  hourly: { signups: number; resets: number; contactMessages: number }
  /** SMTP server; without it emails stay in the outbox. */
  smtp: SmtpLocation | null
  /** Recipient of contact form messages. */
  contactRecipient: string
  /** Recipient of visitors who ask for a person in the site's own chat; null: the chat offers nobody. */
  handoverRecipient: string | null
  payments: PaymentChoice
  session: { idleMs: number; maxMs: number }
  /** Life of the sessions of administrators. */
  staffSession: { idleMs: number; maxMs: number }
  /** Rule for administrators without a second factor; it exempts the accounts of the demonstration. */
  staffFactor: StaffFactor
  /** Keys that encrypt secrets in the database, the current one first; none: a key in the database. */
  encryptionKeys: string[]
  anonymousChat: 'allowed' | 'blocked'
  /** The longest answer, in tokens as the model counts them. */
  maxAnswerTokens: number
  quotas: ChatQuotas
  /** Limits on the stored conversations of one account. */
  conversations: ConversationLimits
  /** Limits on the articles and products of one client. */
  content: ContentQuota
  /** Accounts whose sources of content and webhooks may be on the operator's own network. */
  networkAccess: NetworkAccess
  imageHosts: string[]
  /** ISO 3166-1 code of the country whose help lines are shown; null: that of each language. */
  safetyRegion: string | null
  /** The day on which the operator had the safety texts and help lines reviewed, YYYY-MM-DD; null: never. */
  safetyReviewedOn: string | null
  /** The file by which addresses are placed on the map; null: none is. */
  geoDatabase: string | null
  /** The MapLibre style of the dashboards' map, with tiles from the same origin; null: the world that the site brings. */
  mapStyle: URL | null
  logLevel: (typeof logLevels)[number]
  /** Access to the metrics: on a port of their own, with a token on the public one, or none. */
  metrics: { port: number | null; token: string | null }
  stopGraceMs: number
  /** Retention periods of personal data. */
  retention: RetentionSettings
  /** Content of the records of answers. */
  outcomes: {
    /** True when the redacted texts of visitors are stored. */
    keepsText: boolean
    /** Price of a million tokens of models without a stored price, in the deployment's currency; null: unknown. */
    costPerMillionTokens: number | null
  }
  /** Keys of the visitors' addresses in the statistics. */
  addressKeys: AddressKeyOptions
}

/** Thrown at start; its message lists every problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(problems: string[]) {
    super(['The configuration is not valid:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  }
}

const hourMs = 3_600_000

const networkAccesses = { off: 'public', on: 'administrators', clients: 'clients' } as const

const onOff = z.enum(['on', 'off'], 'must be "on" or "off"')
const count = (fallback: number, min: number, max: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback)

const mailbox = z
  .string()
  .regex(
    /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
    'must be an address, or "Name <address>"',
  )

const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: count(8000, 0, 65_535),
  PUBLIC_URL: z.url({ protocol: /^https?$/u, error: 'must be an http or https address' }).optional(),
  TRUSTED_PROXY_HOPS: count(0, 0, 10),
  DATABASE_URL: z.url({ protocol: /^postgres(?:ql)?$/u, error: 'must be a postgres:// address' }).optional(),
  DATABASE_POOL_SIZE: count(10, 1, 1000),
  DATA_DIR: z.string().default('.data'),
  REDIS_URL: z.url({ protocol: /^rediss?$/u, error: 'must be a redis:// address' }).optional(),
  REDIS_PREFIX: z.string().default('org:'),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional(),
  OPENAI_COMPATIBLE_BASE_URL: z
    .url({ protocol: /^https?$/u, error: 'must be an http or https address' })
    .optional(),
  OPENAI_COMPATIBLE_API_KEY: z.string().optional(),
  MODEL_NAME: z.string().optional(),
  EMBEDDING_MODEL: z.string().optional(),
  EMBEDDING_DIMENSIONS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(4096, 'must be at most 4096')
    .optional(),
  EMBEDDING_BASE_URL: z.url({ protocol: /^https?$/u, error: 'must be an http or https address' }).optional(),
  EMBEDDING_API_KEY: z.string().optional(),
  DEMO: onOff.optional(),
  SIGNUP_CONFIRMATION: onOff.optional(),
  SIGNUPS_PER_HOUR: count(60, 1, 1_000_000),
  RESETS_PER_HOUR: count(20, 1, 1_000_000),
  CONTACT_MESSAGES_PER_HOUR: count(10, 1, 1_000_000),
  SMTP_URL: z.url({ protocol: /^smtps?$/u, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: mailbox.optional(),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  HANDOVER_EMAIL: z.email('must be an email address').optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/u, error: 'must be an http or https address' }).optional(),
  SESSION_IDLE_HOURS: count(14 * 24, 1, 365 * 24),
  SESSION_MAX_HOURS: count(90 * 24, 1, 365 * 24),
  STAFF_SESSION_IDLE_HOURS: count(1, 1, 365 * 24),
  STAFF_SESSION_MAX_HOURS: count(12, 1, 365 * 24),
  STAFF_SECOND_FACTOR: z.enum(['required', 'optional'], 'must be "required" or "optional"').optional(),
  ENCRYPTION_KEY: z.string().min(32, 'must be at least 32 characters long').optional(),
  ENCRYPTION_KEY_PREVIOUS: z.string().min(32, 'must be at least 32 characters long').optional(),
  ANONYMOUS_CHAT: z.enum(['allowed', 'blocked'], 'must be "allowed" or "blocked"').default('allowed'),
  MAX_ANSWER_TOKENS: count(4096, 1, 1_000_000),
  USER_QUESTIONS_PER_MINUTE: count(60, 1, 1_000_000),
  USER_QUESTIONS_PER_DAY: count(2000, 1, 1_000_000),
  USER_TOKENS_PER_DAY: count(2_000_000, 10, 1_000_000_000),
  USER_ANSWERS_AT_ONCE: count(10, 1, 1_000_000),
  GUEST_QUESTIONS_PER_MINUTE: count(30, 1, 1_000_000),
  GUEST_QUESTIONS_PER_DAY: count(500, 1, 1_000_000),
  GUEST_TOKENS_PER_DAY: count(500_000, 10, 1_000_000_000),
  GUEST_ANSWERS_AT_ONCE: count(5, 1, 1_000_000),
  ADDRESS_QUESTIONS_PER_MINUTE: count(600, 1, 1_000_000),
  ADDRESS_QUESTIONS_PER_DAY: count(20_000, 1, 1_000_000),
  ADDRESS_TOKENS_PER_DAY: count(20_000_000, 10, 1_000_000_000),
  ADDRESS_ANSWERS_AT_ONCE: count(200, 1, 1_000_000),
  WIDGET_QUESTIONS_PER_MINUTE: count(600, 1, 1_000_000),
  WIDGET_QUESTIONS_PER_DAY: count(20_000, 1, 1_000_000),
  WIDGET_TOKENS_PER_DAY: count(20_000_000, 10, 1_000_000_000),
  WIDGET_ANSWERS_AT_ONCE: count(200, 1, 1_000_000),
  USER_CONVERSATIONS_PER_MINUTE: count(60, 1, 1_000_000),
  USER_CHANGES_PER_MINUTE: count(300, 1, 1_000_000),
  USER_SEARCHES_PER_MINUTE: count(60, 1, 1_000_000),
  USER_IMPORTS_PER_HOUR: count(60, 1, 1_000_000),
  USER_STORAGE_MB: count(500, 1, 1_000_000),
  CLIENT_EDITS_PER_MINUTE: count(60, 1, 1_000_000),
  CLIENT_CONTENT_MB: count(100, 1, 1_000_000),
  SAFETY_REGION: z
    .string()
    .regex(/^[A-Z]{2}$/u, 'must be a country code of two capital letters')
    .optional(),
  SAFETY_REVIEWED_ON: z.iso.date().optional(),
  IMAGE_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/u)
        .filter((host) => host !== ''),
    )
    .pipe(
      z.array(z.string().regex(/^(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d+)?$/u, 'must be a list of host names')),
    ),
  GEO_DATABASE: z.string().optional(),
  MAP_STYLE_URL: z
    .url({ protocol: /^https$/u, hostname: z.regexes.domain, error: 'must be an https address' })
    .optional(),
  METRICS_PORT: z.coerce.number('must be a number').int().min(0).max(65_535).optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  STOP_GRACE_SECONDS: count(10, 0, 600),
  ANALYTICS_KEY_ROTATION: z
    .enum(['daily', 'weekly', 'monthly'], 'must be "daily", "weekly" or "monthly"')
    .default('monthly'),
  ANALYTICS_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  ANALYTICS_RETENTION_DAYS: count(400, 31, 3660),
  CONTACT_RETENTION_DAYS: count(365, 1, 3660),
  UNCONFIRMED_ACCOUNT_DAYS: count(7, 1, 365),
  VISITOR_RETENTION_DAYS: count(365, 1, 3660),
  ORDER_WINDOW_DAYS: count(7, 1, 90),
  SECURITY_EVENT_DAYS: count(180, 1, 3660),
  OUTCOME_TEXT: onOff.optional(),
  PRIVATE_SOURCES: z.enum(['off', 'on', 'clients'], 'must be "off", "on" or "clients"').default('off'),
  OUTCOME_TEXT_DAYS: count(90, 1, 3660),
  OUTCOME_RETENTION_DAYS: count(400, 1, 3660),
  OUTCOME_FIGURE_DAYS: count(3660, 31, 3660),
  MODEL_COST_PER_MILLION_TOKENS: z.coerce
    .number('must be a number')
    .min(0, 'must not be negative')
    .max(100_000, 'must be at most 100000')
    .optional(),
})

type Environment = z.output<typeof environmentSchema>

/**
 * Reads the configuration. An empty variable counts as one that is not set. Secrets may come from files, see
 * {@link readSecretFiles}.
 *
 * @throws {ConfigError} naming each variable that is wrong
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const result = environmentSchema.safeParse(readSecretFiles(givenVariables(environment), problems))
  if (!result.success) {
    const invalid = result.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`)
    throw new ConfigError([...problems, ...invalid])
  }
  const values = result.data
  const model = chooseModel(values, problems)
  const embeddings = chooseEmbeddings(values, problems)
  const demo = chooseDemo(values, problems)
  const signIn = chooseSignIn(values, demo, problems)
  const smtp = chooseSmtp(values, problems)
  const payments = choosePayments(values, demo, problems)
  // Without a way to send it, nobody would ever get the link.
  const confirmable = smtp !== null || demo
  if (values.SIGNUP_CONFIRMATION === 'on' && !confirmable) {
    problems.push('SIGNUP_CONFIRMATION=on needs SMTP_URL, by which the link is sent')
  }
  if (values.REDIS_URL !== undefined && values.DATABASE_URL === undefined) {
    problems.push('REDIS_URL needs DATABASE_URL: the embedded database belongs to one process')
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL),
    trustedProxyHops: values.TRUSTED_PROXY_HOPS,
    database:
      values.DATABASE_URL === undefined
        ? { dataDir: resolve(values.DATA_DIR) }
        : { url: values.DATABASE_URL, maxConnections: values.DATABASE_POOL_SIZE },
    redis: values.REDIS_URL === undefined ? null : { url: values.REDIS_URL, prefix: values.REDIS_PREFIX },
    model,
    embeddings,
    demo,
    signupConfirmation: (values.SIGNUP_CONFIRMATION ?? (smtp === null ? 'off' : 'on')) === 'on',
    hourly: {
      signups: values.SIGNUPS_PER_HOUR,
      resets: values.RESETS_PER_HOUR,
      contactMessages: values.CONTACT_MESSAGES_PER_HOUR,
    },
    smtp,
    contactRecipient: values.CONTACT_EMAIL ?? addressIn(values.MAIL_FROM) ?? 'contact@localhost',
    handoverRecipient: chooseHandover(values, confirmable, problems),
    payments,
    ...signIn,
    anonymousChat: values.ANONYMOUS_CHAT,
    maxAnswerTokens: values.MAX_ANSWER_TOKENS,
    quotas: {
      user: quotaOf(values, 'USER'),
      guest: quotaOf(values, 'GUEST'),
      address: quotaOf(values, 'ADDRESS'),
      widget: quotaOf(values, 'WIDGET'),
    },
    conversations: {
      createdPerMinute: values.USER_CONVERSATIONS_PER_MINUTE,
      changesPerMinute: values.USER_CHANGES_PER_MINUTE,
      searchesPerMinute: values.USER_SEARCHES_PER_MINUTE,
      importsPerHour: values.USER_IMPORTS_PER_HOUR,
      storageBytes: values.USER_STORAGE_MB * 1_000_000,
    },
    content: {
      editsPerMinute: values.CLIENT_EDITS_PER_MINUTE,
      storageBytes: values.CLIENT_CONTENT_MB * 1_000_000,
    },
    networkAccess: networkAccesses[values.PRIVATE_SOURCES],
    imageHosts: values.IMAGE_HOSTS,
    safetyRegion: values.SAFETY_REGION ?? null,
    safetyReviewedOn: values.SAFETY_REVIEWED_ON ?? null,
    mapStyle: values.MAP_STYLE_URL === undefined ? null : new URL(values.MAP_STYLE_URL),
    geoDatabase: values.GEO_DATABASE === undefined ? null : resolve(values.GEO_DATABASE),
    logLevel: values.LOG_LEVEL,
    metrics: { port: values.METRICS_PORT ?? null, token: values.METRICS_TOKEN ?? null },
    stopGraceMs: values.STOP_GRACE_SECONDS * 1000,
    retention: {
      analyticsDays: values.ANALYTICS_RETENTION_DAYS,
      contactDays: values.CONTACT_RETENTION_DAYS,
      unconfirmedAccountDays: values.UNCONFIRMED_ACCOUNT_DAYS,
      visitorDays: values.VISITOR_RETENTION_DAYS,
      orderWindowDays: values.ORDER_WINDOW_DAYS,
      securityEventDays: values.SECURITY_EVENT_DAYS,
      outcomeDays: values.OUTCOME_RETENTION_DAYS,
      outcomeTextDays: values.OUTCOME_TEXT_DAYS,
      outcomeFigureDays: values.OUTCOME_FIGURE_DAYS,
      addressKeyRotation: values.ANALYTICS_KEY_ROTATION,
    },
    outcomes: {
      keepsText: values.OUTCOME_TEXT === undefined ? demo : values.OUTCOME_TEXT === 'on',
      costPerMillionTokens: values.MODEL_COST_PER_MILLION_TOKENS ?? null,
    },
    addressKeys: { rotation: values.ANALYTICS_KEY_ROTATION, secret: values.ANALYTICS_SECRET ?? null },
  }
}

/** Lives of sessions, the second factor of administrators, and the keys that encrypt its secrets. */
function chooseSignIn(
  values: Environment,
  demo: boolean,
  problems: string[],
): Pick<Config, 'session' | 'staffSession' | 'staffFactor' | 'encryptionKeys'> {
  if (values.SESSION_IDLE_HOURS > values.SESSION_MAX_HOURS) {
    problems.push('SESSION_IDLE_HOURS must not be longer than SESSION_MAX_HOURS')
  }
  if (values.STAFF_SESSION_IDLE_HOURS > values.STAFF_SESSION_MAX_HOURS) {
    problems.push('STAFF_SESSION_IDLE_HOURS must not be longer than STAFF_SESSION_MAX_HOURS')
  }
  if (values.ENCRYPTION_KEY_PREVIOUS !== undefined && values.ENCRYPTION_KEY === undefined) {
    problems.push('ENCRYPTION_KEY_PREVIOUS needs ENCRYPTION_KEY')
  }
  return {
    session: { idleMs: values.SESSION_IDLE_HOURS * hourMs, maxMs: values.SESSION_MAX_HOURS * hourMs },
    staffSession: {
      idleMs: values.STAFF_SESSION_IDLE_HOURS * hourMs,
      maxMs: values.STAFF_SESSION_MAX_HOURS * hourMs,
    },
    staffFactor: values.STAFF_SECOND_FACTOR ?? (demo ? 'optional' : 'required'),
    encryptionKeys: [values.ENCRYPTION_KEY, values.ENCRYPTION_KEY_PREVIOUS].flatMap((key) => key ?? []),
  }
}

function givenVariables(environment: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value = '']) => (value.trim() === '' ? [] : [[name, value]])),
  )
}

function quotaOf(values: Environment, whose: 'USER' | 'GUEST' | 'ADDRESS' | 'WIDGET'): Quota {
  return {
    perMinute: values[`${whose}_QUESTIONS_PER_MINUTE`],
    perDay: values[`${whose}_QUESTIONS_PER_DAY`],
    tokensPerDay: values[`${whose}_TOKENS_PER_DAY`],
    atOnce: values[`${whose}_ANSWERS_AT_ONCE`],
  }
}

function chooseModel(values: Environment, problems: string[]): ModelChoice {
  const google = values.GOOGLE_GENERATIVE_AI_API_KEY
  const baseUrl = values.OPENAI_COMPATIBLE_BASE_URL
  const apiKey = values.OPENAI_COMPATIBLE_API_KEY
  if (google !== undefined && baseUrl !== undefined) {
    problems.push('GOOGLE_GENERATIVE_AI_API_KEY and OPENAI_COMPATIBLE_BASE_URL are both set; choose one')
  }
  if (baseUrl === undefined && apiKey !== undefined) {
    problems.push('OPENAI_COMPATIBLE_API_KEY needs OPENAI_COMPATIBLE_BASE_URL')
  }
  if (baseUrl !== undefined) {
    if (apiKey === undefined) problems.push('OPENAI_COMPATIBLE_BASE_URL needs OPENAI_COMPATIBLE_API_KEY')
    if (values.MODEL_NAME === undefined) problems.push('OPENAI_COMPATIBLE_BASE_URL needs MODEL_NAME')
    return { kind: 'openai-compatible', baseUrl, apiKey: apiKey ?? '', model: values.MODEL_NAME ?? '' }
  }
  if (google !== undefined) {
    return { kind: 'google', apiKey: google, model: values.MODEL_NAME ?? 'gemini-2.5-flash' }
  }
  return { kind: 'local' }
}

function chooseEmbeddings(values: Environment, problems: string[]): EmbeddingChoice | null {
  const { EMBEDDING_MODEL: model, EMBEDDING_BASE_URL: baseUrl, EMBEDDING_API_KEY: apiKey } = values
  if (model === undefined) {
    const others = ['EMBEDDING_DIMENSIONS', 'EMBEDDING_BASE_URL', 'EMBEDDING_API_KEY'] as const
    for (const name of others) {
      if (values[name] !== undefined) problems.push(`${name} needs EMBEDDING_MODEL`)
    }
    return null
  }
  const dimensions =
    values.EMBEDDING_DIMENSIONS === undefined ? {} : { dimensions: values.EMBEDDING_DIMENSIONS }
  if (baseUrl !== undefined) {
    const key = apiKey === undefined ? {} : { apiKey }
    return { kind: 'openai-compatible', model, baseUrl, ...key, ...dimensions }
  }
  if (apiKey !== undefined) problems.push('EMBEDDING_API_KEY needs EMBEDDING_BASE_URL')
  if (values.OPENAI_COMPATIBLE_BASE_URL !== undefined) {
    return {
      kind: 'openai-compatible',
      model,
      baseUrl: values.OPENAI_COMPATIBLE_BASE_URL,
      apiKey: values.OPENAI_COMPATIBLE_API_KEY ?? '',
      ...dimensions,
    }
  }
  if (values.GOOGLE_GENERATIVE_AI_API_KEY === undefined) {
    problems.push(
      'EMBEDDING_MODEL needs GOOGLE_GENERATIVE_AI_API_KEY, OPENAI_COMPATIBLE_BASE_URL or EMBEDDING_BASE_URL',
    )
  }
  return { kind: 'google', model, apiKey: values.GOOGLE_GENERATIVE_AI_API_KEY ?? '', ...dimensions }
}

function chooseSmtp(values: Environment, problems: string[]): SmtpLocation | null {
  const { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl } = values
  if (url === undefined) return null
  if (from === undefined) problems.push('SMTP_URL needs MAIL_FROM, the sender of emails')
  if (publicUrl === undefined) {
    problems.push('SMTP_URL needs PUBLIC_URL, which the links in emails start with')
  }
  return { url, from: from ?? '' }
}

function chooseHandover(
  { HANDOVER_EMAIL: email }: Environment,
  canMail: boolean,
  problems: string[],
): string | null {
  if (email !== undefined && !canMail)
    problems.push('HANDOVER_EMAIL needs SMTP_URL, by which requests are sent')
  return email ?? null
}

function addressIn(from: string | undefined): string | undefined {
  return from?.replace(/^.*<|>$/gu, '')
}

function choosePayments(values: Environment, demo: boolean, problems: string[]): PaymentChoice {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  const apiUrl = values.STRIPE_API_URL
  if (secretKey === undefined) {
    if (webhookSecret !== undefined) problems.push('STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY')
    if (apiUrl !== undefined) problems.push('STRIPE_API_URL needs STRIPE_SECRET_KEY')
    return { kind: demo ? 'test' : 'none' }
  }
  if (webhookSecret === undefined) {
    problems.push('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET, by which its messages are checked')
  }
  if (values.PUBLIC_URL === undefined) {
    problems.push('STRIPE_SECRET_KEY needs PUBLIC_URL, to which people come back from paying')
  }
  return {
    kind: 'stripe',
    secretKey,
    webhookSecret: webhookSecret ?? '',
    apiUrl: apiUrl === undefined ? null : new URL(apiUrl),
  }
}

// Known passwords must never stand on a machine that others can reach, nor in a real database.
function chooseDemo(values: Environment, problems: string[]): boolean {
  const hosts = [
    values.HOST,
    ...(values.PUBLIC_URL === undefined ? [] : [new URL(values.PUBLIC_URL).hostname]),
  ]
  const allowed =
    values.DATABASE_URL === undefined && values.TRUSTED_PROXY_HOPS === 0 && hosts.every(isLoopback)
  if (values.DEMO === 'on' && !allowed) {
    problems.push(
      'DEMO=on needs the embedded database, a loopback HOST and PUBLIC_URL, and no proxy in front',
    )
  }
  return allowed && values.DEMO !== 'off'
}
