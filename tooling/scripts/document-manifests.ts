import { readFileSync } from 'node:fs'
import path from 'node:path'
import { cssTarget } from '@org/config/browsers'
import { root } from './bootstrap.mjs'

const repository = 'https://github.com/org/assistant'

/** Fields of a manifest that a registry page shows, and the versions that the package needs. */
interface Manifest {
  private?: boolean
  type?: string
  description?: string
  license?: string
  keywords?: string[]
  homepage?: string
  bugs?: { url?: string }
  repository?: { url?: string; directory?: string }
  engines?: { node?: string }
}

/**
 * Fields that the manifest of a published package lacks, and requirements that its README does not state: ES modules only,
 * the oldest Node, the oldest browsers.
 *
 * @param readme path of the README, relative to the repository
 */
export function problemsOfManifest(readme: string, text: string): string[] {
  const directory = path.posix.dirname(readme)
  const manifest = readManifest(directory)
  if (manifest.private === true) return []
  const { node } = readManifest('.').engines ?? {}
  const expected: Record<string, [given: unknown, wanted: unknown]> = {
    type: [manifest.type, 'module'],
    license: [manifest.license, 'MIT'],
    homepage: [manifest.homepage, `${repository}/tree/main/${directory}#readme`],
    'bugs.url': [manifest.bugs?.url, `${repository}/issues`],
    'repository.url': [manifest.repository?.url, `git+${repository}.git`],
    'repository.directory': [manifest.repository?.directory, directory],
    'engines.node': [manifest.engines?.node, node],
  }
  const wrong = Object.entries(expected)
    .filter(([, [given, wanted]]) => given !== wanted)
    .map(([field, [, wanted]]) => `${field} of its package.json is not '${String(wanted)}'`)
  if ((manifest.description ?? '') === '') wrong.push('its package.json has no description')
  if (new Set(manifest.keywords).size < 3) wrong.push('its package.json has fewer than three keywords')
  const requirements = /\n## Requirements\n(?<text>.*?)\n## /su.exec(text)?.groups?.['text'] ?? ''
  const unstated = ['ES modules only', `Node ${(node ?? '').replace(/\D/gu, '')} or newer`, ...browserNames()]
    .filter((words) => !requirements.includes(words))
    .map((words) => `does not state '${words}' under Requirements`)
  return [...wrong, ...unstated]
}

/** The oldest browsers as a README names them: `Safari 17.5`. */
function browserNames(): string[] {
  const names: Record<string, string> = { chrome: 'Chrome and Edge', firefox: 'Firefox', safari: 'Safari' }
  return cssTarget.map((target) => target.replace(/^[a-z]+/u, (browser) => `${names[browser] ?? browser} `))
}

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, directory, 'package.json'), 'utf8')) as Manifest
}
