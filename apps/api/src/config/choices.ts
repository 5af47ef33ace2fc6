import { resolve } from 'node:path'
import type { FactorRule } from '../auth/factors/factor-rules.ts'
import type { PaymentChoice } from '../billing/payments.ts'
import type { ModelChoice } from '../chat/model/providers/model-choice.ts'
import type { EmbeddingChoice } from '../knowledge/embeddings/embedder.ts'
import type { SmtpLocation } from '../mail/smtp.ts'
import type { BackupSchedule } from '../ops/scheduled-backups.ts'
import { isLoopback } from '../platform/protection/loopback.ts'
import type { Environment } from './environment.ts'

// Variables that depend on each other. Each function adds a sentence to the problems for each that does not fit.

const hourMs = 3_600_000

/** Configuration of sessions and second factors. */
export interface SignInConfig {
  session: { idleMs: number; maxMs: number }
  /** Life of the sessions of administrators. */
  staffSession: { idleMs: number; maxMs: number }
  /** Rule for administrators without a second factor; it exempts the accounts of the demonstration. */
  staffFactor: FactorRule
  /** Rule for every account without a second factor, with the same exception. */
  accountFactor: FactorRule
  /** Keys that encrypt secrets in the database, the current one first; none: a key in the database. */
  encryptionKeys: string[]
}

/** Lives of sessions, who must have a second factor, and the keys that encrypt its secrets. */
export function chooseSignIn(values: Environment, demo: boolean, problems: string[]): SignInConfig {
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
    accountFactor: values.ACCOUNT_SECOND_FACTOR,
    encryptionKeys: [values.ENCRYPTION_KEY, values.ENCRYPTION_KEY_PREVIOUS].flatMap((key) => key ?? []),
  }
}

/** The model that answers: one with a key, or the built-in one. */
export function chooseModel(values: Environment, problems: string[]): ModelChoice {
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

/** The model that embeds; null: searches compare words alone. */
export function chooseEmbeddings(values: Environment, problems: string[]): EmbeddingChoice | null {
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

/** The mail server; null: emails stay in the outbox. */
export function chooseSmtp(values: Environment, problems: string[]): SmtpLocation | null {
  const { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl } = values
  if (url === undefined) return null
  if (from === undefined) problems.push('SMTP_URL needs MAIL_FROM, the sender of emails')
  if (publicUrl === undefined) {
    problems.push('SMTP_URL needs PUBLIC_URL, which the links in emails start with')
  }
  return { url, from: from ?? '' }
}

/** Recipient of visitors who ask for a person in the site's own chat; null: the chat offers nobody. */
export function chooseHandover(
  { HANDOVER_EMAIL: email }: Environment,
  canMail: boolean,
  problems: string[],
): string | null {
  if (email !== undefined && !canMail)
    problems.push('HANDOVER_EMAIL needs SMTP_URL, by which requests are sent')
  return email ?? null
}

/** The address in a mailbox such as "Name <address>". */
export function addressIn(from: string | undefined): string | undefined {
  return from?.replace(/^.*<|>$/gu, '')
}

/** The provider of payments for plans: Stripe, a test provider in the demonstration, or none. */
export function choosePayments(values: Environment, demo: boolean, problems: string[]): PaymentChoice {
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

/** Encrypted backups: those that the server writes, and what commands use. */
export interface BackupChoice {
  /** Null without a folder. */
  schedule: BackupSchedule | null
  recipients: readonly string[]
  /** Text of an identity file, which opens backups. A server needs none. */
  identities: string | null
}

export function chooseBackups(values: Environment, problems: string[]): BackupChoice {
  return {
    schedule: chooseSchedule(values, problems),
    recipients: values.BACKUP_RECIPIENTS,
    identities: values.BACKUP_IDENTITY ?? null,
  }
}

function chooseSchedule(values: Environment, problems: string[]): BackupSchedule | null {
  if (values.BACKUP_DIR === undefined) return null
  if (values.BACKUP_RECIPIENTS.length === 0) {
    problems.push('BACKUP_DIR needs BACKUP_RECIPIENTS: the command backup-key makes a recipient')
  }
  return {
    directory: resolve(values.BACKUP_DIR),
    everyHours: values.BACKUP_EVERY_HOURS,
    keep: values.BACKUP_KEEP,
    recipients: values.BACKUP_RECIPIENTS,
  }
}

/**
 * True when the demonstration data is loaded. Its known passwords must never stand on a machine that others can reach, nor
 * in a real database.
 */
export function chooseDemo(values: Environment, problems: string[]): boolean {
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
