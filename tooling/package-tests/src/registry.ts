import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '@org/services'
import { stringify } from 'yaml'
import { runCommand } from './run-command.ts'

/** A registry of npm packages on this machine. */
export interface Registry {
  url: string
  /** Lines of `.npmrc` to install from it and to publish to it. */
  settings: string
  /** Reads a package's document of the registry. Rejects where it has none. */
  packageOf: (name: string) => Promise<RegistryPackage>
  stop: () => Promise<void>
}

interface RegistryPackage {
  versions: Record<string, { dependencies?: Record<string, string> }>
  /** When each version was published. */
  time: Record<string, string>
}

// Not a dependency: it would bring 320 packages to everybody, for something that runs before a release.
const dependencies = { verdaccio: '6.10.4' }
// It asks for a tag of node-fetch, which mirrors need not have.
const overrides = { 'node-fetch': '2.7.0' }

/** Installs Verdaccio into a folder and starts it: it takes `@org` packages, and passes on what it is asked for else. */
export async function startRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }))
  await runCommand('npm', ['install', '--no-audit', '--no-fund'], folder)
  const upstream = (await runCommand('npm', ['config', 'get', 'registry'])).trim()
  const configuration = {
    storage: './storage',
    auth: { htpasswd: { file: './htpasswd' } },
    uplinks: { upstream: { url: upstream } },
    packages: {
      '@org/*': { access: '$all', publish: '$authenticated' },
      '**': { access: '$all', proxy: 'upstream' },
    },
    log: { type: 'stdout', format: 'pretty', level: 'error' },
  }
  const file = path.join(folder, 'config.yaml')
  writeFileSync(file, stringify(configuration))
  const url = `http://127.0.0.1:${await findFreePort()}/`
  const program = path.join(folder, 'node_modules/verdaccio/bin/verdaccio')
  const server = spawn(process.execPath, [program, '--config', file, '--listen', new URL(url).host], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null || !server.kill()) return
    await once(server, 'exit')
  }
  try {
    const token = await logIn(url)
    return {
      url,
      settings: `registry=${url}\n//${new URL(url).host}/:_authToken=${token}\n`,
      packageOf: async (name) => {
        const response = await fetch(new URL(name.replace('/', '%2f'), url))
        if (!response.ok) throw new Error(`The registry answers ${response.status} for ${name}.`)
        return (await response.json()) as RegistryPackage
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Makes the account that publishes, as soon as the registry answers, and gives its token. */
async function logIn(url: string): Promise<string> {
  const name = 'publisher'
  const body = JSON.stringify({ name, password: 'rehearsal-only' })
  const headers = { 'content-type': 'application/json' }
  const until = Date.now() + 30_000
  for (;;) {
    try {
      const response = await fetch(new URL(`-/user/org.couchdb.user:${name}`, url), {
        method: 'PUT',
        headers,
        body,
      })
      const answer = (await response.json()) as { token?: string }
      if (answer.token === undefined) throw new Error(`The registry gave no token: ${response.status}.`)
      return answer.token
    } catch (error) {
      if (Date.now() > until) throw new Error('The registry does not answer.', { cause: error })
      await delay(200)
    }
  }
}
