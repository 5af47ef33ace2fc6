import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium, type LaunchOptions } from 'playwright'

/** No Chromium could be found or installed. The message contains the remedy. */
export class BrowserMissingError extends Error {
  override readonly name = 'BrowserMissingError'
}

const commandNames = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
const headlessShell = 'chromium-headless-shell'
const wellKnownPaths: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
  ],
}

/**
 * The path of a Chromium or Chrome, or `null`. Looks at `CHROMIUM_PATH`, then for the system's own, then for
 * Playwright's.
 *
 * @throws {BrowserMissingError} when `CHROMIUM_PATH` names a file that cannot be run.
 */
export function findBrowser(): string | null {
  const chosen = findChosen()
  if (chosen !== null) return chosen
  const candidates = [
    ...commandNames.flatMap(onPath),
    ...(wellKnownPaths[process.platform] ?? []),
    ...onPath(headlessShell),
    chromium.executablePath(),
  ]
  return candidates.find(isExecutable) ?? null
}

/** Path of the browser from `CHROMIUM_PATH`. */
function findChosen(): string | null {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen === undefined || chosen === '') return null
  if (isExecutable(chosen)) return chosen
  throw new BrowserMissingError(
    `CHROMIUM_PATH is ${chosen}, and that is not a program that can be run. Correct it, or unset it.`,
  )
}

/** Returns the path of a command on PATH. */
function onPath(command: string): string[] {
  const directories = (process.env['PATH'] ?? '').split(path.delimiter).filter((entry) => entry !== '')
  return directories.map((directory) => path.join(directory, command))
}

/**
 * The path of a Chromium; installs one when there is none: Debian's package as root on Debian, else
 * Playwright's own build.
 *
 * @throws {BrowserMissingError} when none can be had.
 */
export function ensureBrowser(log: (line: string) => void): string {
  const found = findBrowser()
  if (found !== null) return found
  for (const { what, run } of installers()) {
    log(`No Chromium here: installing one (${what}).`)
    run()
    const installed = findBrowser()
    if (installed !== null) return installed
  }
  throw new BrowserMissingError(
    'The browser tests need Chromium or Chrome, and none was found or could be installed. Install one ' +
      '(Debian and Ubuntu: `apt-get install chromium`; others: https://www.google.com/chrome/), or set ' +
      'CHROMIUM_PATH to the program.',
  )
}

/**
 * The path of the browser that costs a test the least: Chromium without a window (`chromium-headless-shell`), which
 * takes about half the CPU of the whole one. Installs it as root on Debian; else gives what {@link ensureBrowser}
 * gives. `CHROMIUM_PATH` comes before all others.
 *
 * @throws {BrowserMissingError} when no Chromium can be had.
 */
export function ensureTestBrowser(log: (line: string) => void): string {
  const find = (): string | null => findChosen() ?? onPath(headlessShell).find(isExecutable) ?? null
  const found = find()
  if (found !== null) return found
  if (isDebianRoot()) {
    log(`Installing the Chromium for tests (apt-get install ${headlessShell}).`)
    installPackage(headlessShell)
  }
  return find() ?? ensureBrowser(log)
}

/** Playwright's launch options for the found browser, quiet on the network and fit for containers. */
export function browserLaunchOptions(executablePath: string): LaunchOptions {
  const isRoot = process.getuid?.() === 0
  return {
    executablePath,
    chromiumSandbox: !isRoot,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

function installers(): { what: string; run: () => void }[] {
  const list: { what: string; run: () => void }[] = []
  if (isDebianRoot()) {
    list.push({
      what: 'apt-get install chromium',
      run() {
        installPackage('chromium')
      },
    })
  }
  list.push({
    what: 'playwright install chromium',
    run() {
      const manifest = createRequire(import.meta.url).resolve('playwright/package.json')
      spawnSync(process.execPath, [path.join(path.dirname(manifest), 'cli.js'), 'install', 'chromium'], {
        stdio: 'inherit',
      })
    },
  })
  return list
}

function isDebianRoot(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

/** Installs a package of Debian, or gives up soon where there is no network or no such package. */
function installPackage(name: string): void {
  const options = [
    '-y',
    '-qq',
    '--no-install-recommends',
    '-o',
    'Acquire::Retries=0',
    '-o',
    'Acquire::http::Timeout=15',
  ]
  for (const command of [['update'], ['install', name]]) {
    spawnSync('apt-get', [...options, ...command], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
