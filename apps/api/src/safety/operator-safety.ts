import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { createEntryCopy } from '../operators/current-entries.ts'
import { readRevisions } from '../operators/entries.store.ts'
import { safetyLines, safetyPhrases } from '../operators/entry-kinds.ts'
import type { SafetyLine } from '@org/api-client/contract'
import type { Assessor } from './detection/assess.ts'
import type { OperatorLine } from './help-lines.ts'
import { loadAssessor, loadAssessorWith } from './detection/load.ts'

/** The stage's words and lines: those of the data files and, on top, those of the operators. */
export interface SafetyData {
  assessor: Assessor
  lines: readonly OperatorLine[]
}

/** Time in ms that a question waits for the operators' entries; then it is read with the last known ones. */
const patienceMs = 500

const phrasesOf = createEntryCopy(safetyPhrases, loadAssessorWith)
const linesOf = createEntryCopy(safetyLines, (entries) => entries.map(toOperatorLine))

/** A help line of an operator, as notices show it. */
export function toOperatorLine({
  name,
  hours,
  phone,
  url,
  region,
  languages,
  categories,
}: SafetyLine): OperatorLine {
  const label = hours === '' ? name : `${name} (${hours})`
  return { label, phone, url, region, languages, categories }
}

/** Reads the current words and lines. */
export async function readSafetyData(db: Db): Promise<SafetyData> {
  const revisions = await readRevisions(db)
  const [assessor, lines] = await Promise.all([phrasesOf(db, revisions), linesOf(db, revisions)])
  return { assessor, lines }
}

/**
 * Creates the reader of the stage's data. It never fails: without the database it resolves to the last known data, or
 * to the data files alone.
 */
export function createSafetyReader(db: Db, log: Logger): () => Promise<SafetyData> {
  let last: SafetyData | undefined
  return async () => {
    const { promise: patienceIsOver, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => {
      resolve(undefined)
    }, patienceMs)
    const read = readSafetyData(db).catch((error: unknown) => {
      log.warn({ error }, "the operators' safety phrases and lines could not be read")
      return undefined
    })
    const data = await Promise.race([read, patienceIsOver])
    clearTimeout(timer)
    last = data ?? last ?? { assessor: loadAssessor(), lines: [] }
    return last
  }
}
