import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { environmentSchema } from './environment.ts'
import { secretVariables } from './secret-files.ts'

describe('secrets from files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secret-files-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function file(content: string): Promise<string> {
    const path = join(folder, `secret-${Math.random()}`)
    await writeFile(path, content)
    return path
  }

  it('reads each secret from its file, without the line break at its end', async () => {
    const config = readConfig({
      DATABASE_URL_FILE: await file('postgres://org:pass@database/org\n'),
      REDIS_URL_FILE: await file('redis://:pass@cache:6379\r\n'),
      SMTP_URL_FILE: await file('smtp://user:pass@mail:587'),
      MAIL_FROM: 'a@example.com',
      PUBLIC_URL: 'https://assistant.example',
      GOOGLE_GENERATIVE_AI_API_KEY_FILE: await file('key-1\n'),
      EMBEDDING_MODEL: 'm',
      EMBEDDING_BASE_URL: 'https://embeddings.example',
      EMBEDDING_API_KEY_FILE: await file('key-2\n'),
      STRIPE_SECRET_KEY_FILE: await file('sk_live_1\n'),
      STRIPE_WEBHOOK_SECRET_FILE: await file('whsec_1\n'),
      METRICS_TOKEN_FILE: await file('sixteen characters\n'),
      ANALYTICS_SECRET_FILE: await file('thirty-two characters or more of it\n'),
    })
    expect(config).toMatchObject({
      database: { url: 'postgres://org:pass@database/org' },
      redis: { url: 'redis://:pass@cache:6379' },
      smtp: { url: 'smtp://user:pass@mail:587' },
      model: { kind: 'google', apiKey: 'key-1' },
      embeddings: { apiKey: 'key-2' },
      payments: { secretKey: 'sk_live_1', webhookSecret: 'whsec_1' },
      metrics: { token: 'sixteen characters' },
      addressKeys: { secret: 'thirty-two characters or more of it' },
    })
  })

  it('names every variable of the configuration whose name is one of a secret', () => {
    const secrets = Object.keys(environmentSchema.shape).filter((name) =>
      /(?:SECRET|SECRET_KEY|API_KEY|METRICS_TOKEN)$/u.test(name),
    )
    expect(secrets.length).toBeGreaterThan(5)
    expect(secrets.filter((name) => !secretVariables.some((known) => known === name))).toEqual([])
  })

  it('refuses a secret that is given twice, a missing and an empty file, without the secret in the message', async () => {
    const path = await file('postgres://org:opensesame@database/org')
    const read = async () =>
      readConfig({
        DATABASE_URL: 'postgres://org:opensesame@database/org',
        DATABASE_URL_FILE: path,
        SMTP_URL_FILE: join(folder, 'none'),
        METRICS_TOKEN_FILE: await file('\n'),
      })
    await expect(read()).rejects.toThrow(ConfigError)
    await expect(read()).rejects.toThrow(
      [
        '  - DATABASE_URL and DATABASE_URL_FILE are both set; choose one',
        '  - SMTP_URL_FILE names a file that cannot be read',
        '  - METRICS_TOKEN_FILE names an empty file',
      ].join('\n'),
    )
    await expect(read()).rejects.not.toThrow('opensesame')
  })

  it('does not repeat a malformed secret in the message', async () => {
    const path = await file('mysql://org:opensesame@database/org')
    expect(() => readConfig({ DATABASE_URL_FILE: path })).toThrow(
      'DATABASE_URL must be a postgres:// address',
    )
    expect(() => readConfig({ DATABASE_URL_FILE: path })).not.toThrow('opensesame')
  })
})
