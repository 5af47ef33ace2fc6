import { stripVTControlCharacters } from 'node:util'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The sums of one or more test runs, which tests failed and of what, and why tests were skipped. */
export interface Counts {
  passed: number
  failed: number
  /** A line for each: where it stands, its name, and the first line of its error. */
  failures: string[]
  skipped: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: {
      fullName: string
      status: string
      failureMessages: string[]
      /** The project is there where a package has several. */
      meta: { project?: string }
    }[]
  }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

/** Reads `reports/vitest.json` or `reports/playwright.json` of a package, `null` when it left neither. */
export function readReport(folder: string): Counts | null {
  const vitest = path.join(folder, 'reports', 'vitest.json')
  if (existsSync(vitest)) {
    const counts = countVitest(JSON.parse(readFileSync(vitest, 'utf8')) as VitestReport, folder)
    const unhandled = unhandledErrors(folder)
    counts.failed += unhandled.length
    counts.failures.push(...unhandled)
    return counts
  }
  const playwright = path.join(folder, 'reports', 'playwright.json')
  if (existsSync(playwright)) {
    return countPlaywright(JSON.parse(readFileSync(playwright, 'utf8')) as PlaywrightReport)
  }
  return null
}

function countVitest(report: VitestReport, folder: string): Counts {
  const counts: Counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: [],
    skipped: [],
  }
  for (const file of report.testResults) {
    const place = path.relative(folder, file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages, meta } of failed) {
      const where = meta.project === undefined ? place : `${meta.project} ${place}`
      counts.failures.push(`${where} > ${fullName}: ${firstLine(failureMessages[0])}`)
    }
    // A file that fails to load has no test of its own to count.
    if (file.status === 'failed' && failed.length === 0) {
      counts.failed += 1
      counts.failures.push(`${place}: ${firstLine(file.message)}`)
    }
    for (const { fullName, status } of file.assertionResults) {
      if (status === 'pending' || status === 'skipped') counts.skipped.push(fullName)
    }
  }
  return counts
}

/** Errors that belong to no test, as the reporter of `@org/config/vitest` writes them. */
function unhandledErrors(folder: string): string[] {
  const file = path.join(folder, 'reports', 'unhandled.json')
  const lines = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []
  return lines.map((line) => `outside of a test: ${firstLine(line)}`)
}

function countPlaywright({ stats, suites, errors }: PlaywrightReport): Counts {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [...suites.flatMap(browserFailures), ...errors.map(({ message }) => firstLine(message))],
    skipped: stats.skipped > 0 ? [`${stats.skipped} browser tests`] : [],
  }
}

function browserFailures({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const message = results.find(({ error }) => error !== undefined)?.error?.message
        return `${file} > ${title}: ${firstLine(message)}`
      }),
  )
  return [...own, ...suites.flatMap(browserFailures)]
}

function firstLine(message = ''): string {
  return stripVTControlCharacters(message).trim().split('\n')[0] ?? ''
}
