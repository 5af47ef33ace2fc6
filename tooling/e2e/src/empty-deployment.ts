import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFreePort, startApi } from '@org/services'
import { type MailServer, startMailServer } from './mail-server.ts'
import { startPromptedModel } from './prompted-model.ts'

/** A server without demonstration content on an empty database, its model, and the mail server that it sends to. */
export interface EmptyDeployment {
  url: string
  mails: MailServer['received']
  admin: Login
  client: Login
  /** Stops the server and starts it again on the same database, at a later time. */
  startLater: (aheadMs: number) => Promise<void>
  stop: () => Promise<void>
}

/** What somebody signs in with. */
export interface Login {
  email: string
  password: string
}

const command = path.resolve(import.meta.dirname, '../../../apps/api/dist/cli/admin.js')
const clock = pathToFileURL(path.join(import.meta.dirname, 'clock-ahead.ts')).href

/** Makes the accounts of an administrator and a client by the command line, and starts an {@link EmptyDeployment}. */
export async function startEmptyDeployment(): Promise<EmptyDeployment> {
  const directory = mkdtempSync(path.join(tmpdir(), 'org-week-'))
  const admin = { email: 'admin@tea.example', password: 'seven-teapots-of-rain' }
  const client = { email: 'editor@tea.example', password: 'nine-cups-on-a-shelf' }
  for (const { email, password } of [admin, client]) run(directory, ['create-admin', email], password)
  run(directory, ['set-role', client.email, 'client'])

  const model = await startPromptedModel()
  const mailServer = await startMailServer()
  const port = String(await findFreePort())
  const environment = {
    DATA_DIR: directory,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: 'off',
    OUTCOME_TEXT: 'on',
    PRIVATE_SOURCES: 'on',
    OPENAI_COMPATIBLE_BASE_URL: model.url,
    OPENAI_COMPATIBLE_API_KEY: 'none',
    MODEL_NAME: 'prompted',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'assistant@tea.example',
  }
  let server = await startApi(environment)
  return {
    url: server.url,
    mails: mailServer.received,
    admin,
    client,
    async startLater(aheadMs) {
      await server.stop()
      const options = `${process.env['NODE_OPTIONS'] ?? ''} --import=${clock}`.trim()
      server = await startApi({ ...environment, NODE_OPTIONS: options, CLOCK_AHEAD_MS: String(aheadMs) })
    },
    async stop() {
      await server.stop()
      await mailServer.close()
      await model.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function run(directory: string, given: string[], input = ''): void {
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: directory, DEMO: 'off' }
  const { status, stderr } = spawnSync(process.execPath, [command, ...given], {
    env,
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`admin.js ${given.join(' ')} ended with ${status}: ${stderr}`)
}
