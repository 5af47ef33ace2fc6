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
  mail: MailServer
  admin: Login
  /** Everything that the server that runs has written to stdout and stderr. */
  output: () => string
  /** Stops the server and starts it again on the same database, with a clock that shows a later time. */
  restartAt: (time: number) => Promise<void>
  stop: () => Promise<void>
}

/** Credentials of an account. */
export interface Login {
  email: string
  password: string
}

const command = path.resolve(import.meta.dirname, '../../../apps/api/dist/cli/admin.js')
const clock = pathToFileURL(path.join(import.meta.dirname, 'clock-ahead.ts')).href

/** Makes the account of an administrator by the command line, and starts an {@link EmptyDeployment}. */
export async function startEmptyDeployment(): Promise<EmptyDeployment> {
  const directory = mkdtempSync(path.join(tmpdir(), 'org-week-'))
  const admin = { email: 'admin@tea.example', password: 'seven-teapots-of-rain' }
  runAdmin(directory, ['create-admin', admin.email], admin.password)

  const model = await startPromptedModel()
  const mail = await startMailServer()
  const port = String(await findFreePort())
  const environment = {
    DATA_DIR: directory,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: 'off',
    OUTCOME_TEXT: 'on',
    PRIVATE_SOURCES: 'clients',
    STAFF_SECOND_FACTOR: 'optional',
    OPENAI_COMPATIBLE_BASE_URL: model.url,
    OPENAI_COMPATIBLE_API_KEY: 'none',
    MODEL_NAME: 'prompted',
    SMTP_URL: mail.url,
    MAIL_FROM: 'assistant@tea.example',
  }
  let server = await startApi(environment)
  return {
    url: server.url,
    mail,
    admin,
    output: () => server.output(),
    async restartAt(time) {
      await server.stop()
      const options = `${process.env['NODE_OPTIONS'] ?? ''} --import=${clock}`.trim()
      server = await startApi({
        ...environment,
        NODE_OPTIONS: options,
        CLOCK_AHEAD_MS: String(time - Date.now()),
      })
    },
    async stop() {
      await server.stop()
      await mail.close()
      await model.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function runAdmin(directory: string, given: string[], input: string): void {
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: directory, DEMO: 'off' }
  const { status, stderr } = spawnSync(process.execPath, [command, ...given], {
    env,
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`admin.js ${given.join(' ')} ended with ${status}: ${stderr}`)
}
