import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { reportsFolder } from './folders.ts'
import type { Machine, PartReport } from './report.ts'

/** Leaves a part's report, every sample included, as `reports/<part>.json`. */
export function saveReport(report: PartReport, machine: Machine): void {
  mkdirSync(reportsFolder, { recursive: true })
  const file = path.join(reportsFolder, `${report.part}.json`)
  writeFileSync(file, JSON.stringify({ date: new Date().toISOString(), machine, ...report }, null, 1))
}
