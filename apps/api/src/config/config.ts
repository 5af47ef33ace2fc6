import { resolve } from 'node:path'
import type { AddressKeyOptions } from '../analytics/address-keys.ts'
import type { PaymentChoice } from '../billing/payments.ts'
import type { ChatQuotas } from '../chat/chat-principals.ts'
import type { ModelChoice } from '../chat/model/providers/model-choice.ts'
import type { Quota } from '../limits/answer-limiter.ts'
import type { ContentQuota } from '../content/content-limits.ts'
import type { NetworkAccess } from '../content/fetching/public-addresses.ts'
import type { ConversationLimits } from '../conversations/conversation-limits.ts'
import type { DatabaseLocation } from '../db/database.ts'
import type { EmbeddingChoice } from '../knowledge/embeddings/embedder.ts'
import type { SmtpLocation } from '../mail/smtp.ts'
import type { logLevels } from '../platform/process/log.ts'
import type { RedisLocation } from '../platform/process/redis.ts'
import type { RetentionSettings } from '../privacy/data-policy.ts'
import {
  type BackupChoice,
  chooseBackups,
  addressIn,
  chooseDemo,
  chooseEmbeddings,
  chooseHandover,
  chooseModel,
  choosePayments,
  chooseSignIn,
  chooseSmtp,
  type SignInConfig,
} from './choices.ts'
import { type Environment, environmentSchema } from './environment.ts'
import { readSecretFiles } from './secret-files.ts'

/** Validated configuration of the environment, with defaults. */
export interface Config extends SignInConfig {
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
  /** Name of the product in e-mails. */
  brandName: string
  /** Recipient of contact form messages. */
  contactRecipient: string
  /** Recipient of visitors who ask for a person in the site's own chat; null: the chat offers nobody. */
  handoverRecipient: string | null
  payments: PaymentChoice
  anonymousChat: 'allowed' | 'blocked'
  /** The longest answer, in tokens as the model counts them. */
  maxAnswerTokens: number
  quotas: ChatQuotas
  /** Limits on the stored conversations of one account. */
  conversations: ConversationLimits
  /** Limits on the articles and products of one client. */
  content: ContentQuota
  /** Calls of the public API with one key within a minute. */
  apiCallsPerMinute: number
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
  /** Encrypted backups: those that the server writes, and what commands use. */
  backups: BackupChoice
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

const networkAccesses = { off: 'public', on: 'administrators', clients: 'clients' } as const

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
  const backups = chooseBackups(values, problems)
  const handoverRecipient = chooseHandover(values, confirmable, problems)
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
    brandName: values.BRAND_NAME,
    contactRecipient: values.CONTACT_EMAIL ?? addressIn(values.MAIL_FROM) ?? 'contact@localhost',
    handoverRecipient,
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
    apiCallsPerMinute: values.API_KEY_CALLS_PER_MINUTE,
    networkAccess: networkAccesses[values.PRIVATE_SOURCES],
    imageHosts: values.IMAGE_HOSTS,
    safetyRegion: values.SAFETY_REGION ?? null,
    safetyReviewedOn: values.SAFETY_REVIEWED_ON ?? null,
    mapStyle: values.MAP_STYLE_URL === undefined ? null : new URL(values.MAP_STYLE_URL),
    geoDatabase: values.GEO_DATABASE === undefined ? null : resolve(values.GEO_DATABASE),
    logLevel: values.LOG_LEVEL,
    metrics: { port: values.METRICS_PORT ?? null, token: values.METRICS_TOKEN ?? null },
    stopGraceMs: values.STOP_GRACE_SECONDS * 1000,
    retention: retentionOf(values),
    backups,
    outcomes: {
      keepsText: values.OUTCOME_TEXT === undefined ? demo : values.OUTCOME_TEXT === 'on',
      costPerMillionTokens: values.MODEL_COST_PER_MILLION_TOKENS ?? null,
    },
    addressKeys: {
      rotation: values.ANALYTICS_KEY_ROTATION,
      secret: values.ANALYTICS_SECRET ?? null,
      previousSecret: values.ANALYTICS_SECRET_PREVIOUS ?? null,
    },
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

function retentionOf(values: Environment): RetentionSettings {
  return {
    analyticsDays: values.ANALYTICS_RETENTION_DAYS,
    contactDays: values.CONTACT_RETENTION_DAYS,
    unconfirmedAccountDays: values.UNCONFIRMED_ACCOUNT_DAYS,
    visitorDays: values.VISITOR_RETENTION_DAYS,
    orderWindowDays: values.ORDER_WINDOW_DAYS,
    securityEventDays: values.SECURITY_EVENT_DAYS,
    auditChangeDays: values.AUDIT_CHANGE_DAYS ?? null,
    outcomeDays: values.OUTCOME_RETENTION_DAYS,
    outcomeTextDays: values.OUTCOME_TEXT_DAYS,
    outcomeFigureDays: values.OUTCOME_FIGURE_DAYS,
    addressKeyRotation: values.ANALYTICS_KEY_ROTATION,
  }
}
