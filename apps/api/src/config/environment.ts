import { z } from 'zod'
import { logLevels } from '../platform/process/log.ts'

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

/** One line of e-mails and their subjects. */
const brandName = z
  .string()
  .trim()
  .max(60, 'must be at most 60 characters long')
  .regex(/^[^\p{Cc}<>]+$/u, 'must be a name without control characters and angle brackets')

const factorRule = z.enum(['required', 'optional'], 'must be "required" or "optional"')

/** Variables of the environment, each by itself. `choices.ts` checks them against each other. */
export const environmentSchema = z.object({
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
  BRAND_NAME: brandName.default('Verdant'),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  HANDOVER_EMAIL: z.email('must be an email address').optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/u, error: 'must be an http or https address' }).optional(),
  SESSION_IDLE_HOURS: count(14 * 24, 1, 365 * 24),
  SESSION_MAX_HOURS: count(90 * 24, 1, 365 * 24),
  STAFF_SESSION_IDLE_HOURS: count(1, 1, 365 * 24),
  STAFF_SESSION_MAX_HOURS: count(12, 1, 365 * 24),
  STAFF_SECOND_FACTOR: factorRule.optional(),
  ACCOUNT_SECOND_FACTOR: factorRule.default('optional'),
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
  API_KEY_CALLS_PER_MINUTE: count(300, 1, 1_000_000),
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
  ANALYTICS_SECRET_PREVIOUS: z.string().min(32, 'must be at least 32 characters long').optional(),
  ANALYTICS_RETENTION_DAYS: count(400, 31, 3660),
  CONTACT_RETENTION_DAYS: count(365, 1, 3660),
  UNCONFIRMED_ACCOUNT_DAYS: count(7, 1, 365),
  VISITOR_RETENTION_DAYS: count(365, 1, 3660),
  ORDER_WINDOW_DAYS: count(7, 1, 90),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY_HOURS: count(24, 1, 168),
  BACKUP_KEEP: count(14, 1, 1000),
  BACKUP_RECIPIENTS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/u).filter((recipient) => recipient !== ''))
    .pipe(z.array(z.string().regex(/^age1[a-z0-9]{20,4000}$/u, 'must be a list of recipients (age1…)'))),
  BACKUP_IDENTITY: z.string().optional(),
  SECURITY_EVENT_DAYS: count(180, 1, 3660),
  AUDIT_CHANGE_DAYS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(30, 'must be at least 30')
    .max(3660, 'must be at most 3660')
    .optional(),
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

/** Variables that are valid, with the defaults of those that are not set. */
export type Environment = z.output<typeof environmentSchema>
