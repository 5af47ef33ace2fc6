import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('readConfig', () => {
  it('needs no variable: loopback, the embedded database with its demonstration, the local model', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8000,
      publicUrl: null,
      brandName: 'Verdant',
      trustedProxyHops: 0,
      database: { dataDir: join(process.cwd(), '.data') },
      redis: null,
      model: { kind: 'local' },
      embeddings: null,
      demo: true,
      signupConfirmation: false,
      hourly: { signups: 60, resets: 20, contactMessages: 10 },
      smtp: null,
      contactRecipient: 'contact@localhost',
      handoverRecipient: null,
      payments: { kind: 'test' },
      retention: {
        analyticsDays: 400,
        contactDays: 365,
        securityEventDays: 180,
        auditChangeDays: null,
        outcomeDays: 400,
        outcomeFigureDays: 3660,
        orderWindowDays: 7,
        outcomeTextDays: 90,
        unconfirmedAccountDays: 7,
        visitorDays: 365,
        addressKeyRotation: 'monthly',
      },
      backups: { schedule: null, recipients: [], identities: null },
      outcomes: { keepsText: true, costPerMillionTokens: null },
      addressKeys: { rotation: 'monthly', secret: null, previousSecret: null },
      session: { idleMs: 1_209_600_000, maxMs: 7_776_000_000 },
      staffSession: { idleMs: 3_600_000, maxMs: 43_200_000 },
      staffFactor: 'optional',
      accountFactor: 'optional',
      encryptionKeys: [],
      anonymousChat: 'allowed',
      networkAccess: 'public',
      maxAnswerTokens: 4096,
      quotas: {
        user: { perMinute: 60, perDay: 2000, tokensPerDay: 2_000_000, atOnce: 10 },
        guest: { perMinute: 30, perDay: 500, tokensPerDay: 500_000, atOnce: 5 },
        address: { perMinute: 600, perDay: 20_000, tokensPerDay: 20_000_000, atOnce: 200 },
        widget: { perMinute: 600, perDay: 20_000, tokensPerDay: 20_000_000, atOnce: 200 },
      },
      conversations: {
        createdPerMinute: 60,
        changesPerMinute: 300,
        searchesPerMinute: 60,
        importsPerHour: 60,
        storageBytes: 500_000_000,
      },
      content: { editsPerMinute: 60, storageBytes: 100_000_000 },
      apiCallsPerMinute: 300,
      imageHosts: [],
      mapStyle: null,
      safetyRegion: null,
      safetyReviewedOn: null,
      geoDatabase: null,
      logLevel: 'info',
      metrics: { port: null, token: null },
      stopGraceMs: 10_000,
    })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8000, demo: true })
  })

  it('lists every problem at once', () => {
    const read = () =>
      readConfig({ PORT: '99999', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', ANONYMOUS_CHAT: 'no' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(
      [
        'The configuration is not valid:',
        '  - PORT must be at most 65535',
        '  - DATABASE_URL must be a postgres:// address',
        '  - ANONYMOUS_CHAT must be "allowed" or "blocked"',
        '  - LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      ].join('\n'),
    )
  })

  it.each([
    [{ GOOGLE_GENERATIVE_AI_API_KEY: 'k' }, { kind: 'google', apiKey: 'k', model: 'gemini-2.5-flash' }],
    [
      { OPENAI_COMPATIBLE_BASE_URL: 'http://llm/v1', OPENAI_COMPATIBLE_API_KEY: 'k', MODEL_NAME: 'm' },
      { kind: 'openai-compatible', baseUrl: 'http://llm/v1', apiKey: 'k', model: 'm' },
    ],
  ])('chooses the model that %j names', (environment, model) => {
    expect(readConfig(environment).model).toEqual(model)
  })

  it.each([
    [{}, null],
    [
      { GOOGLE_GENERATIVE_AI_API_KEY: 'k', EMBEDDING_MODEL: 'm', EMBEDDING_DIMENSIONS: '768' },
      { kind: 'google', apiKey: 'k', model: 'm', dimensions: 768 },
    ],
    [
      {
        OPENAI_COMPATIBLE_BASE_URL: 'http://llm/v1',
        OPENAI_COMPATIBLE_API_KEY: 'k',
        MODEL_NAME: 'chat',
        EMBEDDING_MODEL: 'm',
      },
      { kind: 'openai-compatible', baseUrl: 'http://llm/v1', apiKey: 'k', model: 'm' },
    ],
    [
      { GOOGLE_GENERATIVE_AI_API_KEY: 'k', EMBEDDING_MODEL: 'm', EMBEDDING_BASE_URL: 'http://near/v1' },
      { kind: 'openai-compatible', baseUrl: 'http://near/v1', model: 'm' },
    ],
  ])('chooses the embedding model that %j names', (environment, embeddings) => {
    expect(readConfig(environment).embeddings).toEqual(embeddings)
  })

  it.each([
    [
      { OPENAI_COMPATIBLE_BASE_URL: 'http://llm/v1' },
      'OPENAI_COMPATIBLE_BASE_URL needs OPENAI_COMPATIBLE_API_KEY',
    ],
    [
      { EMBEDDING_MODEL: 'm' },
      'EMBEDDING_MODEL needs GOOGLE_GENERATIVE_AI_API_KEY, OPENAI_COMPATIBLE_BASE_URL or EMBEDDING_BASE_URL',
    ],
    [{ EMBEDDING_DIMENSIONS: '8' }, 'EMBEDDING_DIMENSIONS needs EMBEDDING_MODEL'],
    [{ OPENAI_COMPATIBLE_API_KEY: 'k' }, 'OPENAI_COMPATIBLE_API_KEY needs OPENAI_COMPATIBLE_BASE_URL'],
    [{ SIGNUP_CONFIRMATION: 'on', DEMO: 'off' }, 'SIGNUP_CONFIRMATION=on needs SMTP_URL'],
    [{ HANDOVER_EMAIL: 'care@b.example', DEMO: 'off' }, 'HANDOVER_EMAIL needs SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL needs MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }, 'SMTP_URL needs PUBLIC_URL'],
    [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL must be an smtp:// or smtps:// address'],
    [{ MAIL_FROM: 'Bot\r\nBcc: x@y.example' }, 'MAIL_FROM must be an address, or "Name <address>"'],
    [{ BRAND_NAME: 'Verdant\r\nBcc: x@y.example' }, 'BRAND_NAME must be a name without control characters'],
    [{ CONTACT_EMAIL: 'us' }, 'CONTACT_EMAIL must be an email address'],
    [{ STRIPE_SECRET_KEY: 'sk' }, 'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET'],
    [{ STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' }, 'STRIPE_SECRET_KEY needs PUBLIC_URL'],
    [{ STRIPE_WEBHOOK_SECRET: 'wh' }, 'STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY'],
    [{ SESSION_IDLE_HOURS: '48', SESSION_MAX_HOURS: '24' }, 'SESSION_IDLE_HOURS must not be longer'],
    [{ REDIS_URL: 'redis://localhost' }, 'REDIS_URL needs DATABASE_URL'],
    [{ REDIS_URL: 'http://localhost' }, 'REDIS_URL must be a redis:// address'],
    [{ DEMO: 'on', HOST: '0.0.0.0' }, 'DEMO=on needs the embedded database, a loopback HOST'],
    [{ MAP_STYLE_URL: 'http://tiles.example/style.json' }, 'MAP_STYLE_URL must be an https address'],
    [{ IMAGE_HOSTS: 'https://cdn.example' }, 'IMAGE_HOSTS must be a list of host names'],
  ])('refuses %j', (environment, problem) => {
    expect(() => readConfig(environment)).toThrow(problem)
  })

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { DATABASE_URL: 'postgres://localhost/app' },
    { PUBLIC_URL: 'https://assistant.example' },
    { TRUSTED_PROXY_HOPS: '1' },
    { DEMO: 'off' },
  ])('loads no demonstration accounts with %j', (environment) => {
    expect(readConfig(environment).demo).toBe(false)
  })

  it('names the product in e-mails as the site does', async () => {
    const site = await readFile(new URL('../../../web/src/app/brand.ts', import.meta.url), 'utf8')
    const name = /^ {2}name: '(.+)',$/mu.exec(site)?.[1]
    expect(readConfig({}).brandName).toBe(name)
    expect(readConfig({ BRAND_NAME: ' Tea house ' }).brandName).toBe('Tea house')
  })

  it('sends e-mails by SMTP once it is told where, and then asks new accounts to confirm', () => {
    const given = {
      PUBLIC_URL: 'https://assistant.example',
      SMTP_URL: 'smtps://user:secret@mail.example',
      MAIL_FROM: 'The assistant <bot@assistant.example>',
    }
    expect(readConfig(given)).toMatchObject({
      smtp: { url: given.SMTP_URL, from: given.MAIL_FROM },
      contactRecipient: 'bot@assistant.example',
      signupConfirmation: true,
      payments: { kind: 'none' },
    })
    expect(readConfig({ ...given, SIGNUP_CONFIRMATION: 'off', CONTACT_EMAIL: 'us@b.example' })).toMatchObject(
      {
        signupConfirmation: false,
        contactRecipient: 'us@b.example',
      },
    )
  })

  it('takes payments by Stripe once it has its keys', () => {
    const given = {
      PUBLIC_URL: 'https://assistant.example',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    }
    expect(readConfig(given).payments).toEqual({
      kind: 'stripe',
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      apiUrl: null,
    })
  })

  it('reads the style of the map, without which the site draws its own', () => {
    expect(readConfig({}).mapStyle).toBeNull()
    const address = 'https://tiles.example/style.json?key=1'
    expect(readConfig({ MAP_STYLE_URL: address }).mapStyle?.href).toBe(address)
  })

  it.each([
    ['off', 'public'],
    ['on', 'administrators'],
    ['clients', 'clients'],
  ])('opens the own network to sources and webhooks: PRIVATE_SOURCES=%s', (given, networkAccess) => {
    expect(readConfig({ PRIVATE_SOURCES: given })).toMatchObject({ networkAccess })
  })

  it('reads the hosts of pictures as a list', () => {
    expect(readConfig({ IMAGE_HOSTS: 'cdn.example, IMG.example:8443' }).imageHosts).toEqual([
      'cdn.example',
      'img.example:8443',
    ])
  })
})
