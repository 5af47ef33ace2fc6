import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The sums of one or more test runs, and why tests were skipped. */
export interface Counts {
  passed: number
  failed: number
  skipped: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: { status: string; assertionResults: { fullName: string; status: string }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Reads `reports/vitest.json` or `reports/playwright.json` of a package, `null` when it left neither. */
export function readReport(folder: string): Counts | null {
  const vitest = path.join(folder, 'reports', 'vitest.json')
  if (existsSync(vitest)) return countVitest(JSON.parse(readFileSync(vitest, 'utf8')) as VitestReport)
  const playwright = path.join(folder, 'reports', 'playwright.json')
  if (existsSync(playwright)) {
    return countPlaywright(JSON.parse(readFileSync(playwright, 'utf8')) as PlaywrightReport)
  }
  return null
}

function countVitest(report: VitestReport): Counts {
  // A file that fails to load has no test of its own to count.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  const skipped = report.testResults.flatMap((file) =>
    file.assertionResults.filter(({ status }) => status === 'pending' || status === 'skipped'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: skipped.map(({ fullName }) => fullName),
  }
}

function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped > 0 ? [`${stats.skipped} browser tests`] : [],
  }
}
