import { createBuilder, type Database } from '../../src/db/database.ts'
import { poolOf } from '../test-database.ts'

/** Statements of the server that concern all people, by the start of their text without quotes. */
const ofAllPeople = [
  // Answers that an instance left behind are marked when another starts.
  'select id, stream_id from messages where messages.status = $1',
  'update messages set status = $1 where (messages.id = $2 and messages.status = $3)',
]

/** A reference to the table of conversations or of messages that reads, changes or deletes rows. */
const reference = /\b(?:from|join|update) (?:public\.)?(?:conversations|messages)\b/gu

/** A comparison of the owner's column with a value. */
const ownerCondition = /\buser_id (?:=|in)/gu

/** Rows that are added name their owner among their columns. */
const addition = /\binsert into (?:conversations|messages) \(([^)]*)\)/gu

/**
 * Describes why a statement reaches rows of conversations, messages or images without naming their owner.
 *
 * @returns undefined for a statement that names the owner once per table, or touches none of the tables
 */
export function missingOwner(statement: string): string | undefined {
  const text = statement.replaceAll('"', '').replaceAll(/\s+/gu, ' ').trim().toLowerCase()
  if (ofAllPeople.some((start) => text.startsWith(start))) return undefined
  const references = [...text.matchAll(reference)].length
  const conditions = [...text.matchAll(ownerCondition)].length
  if (references > conditions) return `${references} tables, ${conditions} owners: ${text}`
  const added = [...text.matchAll(addition)]
  if (added.some(([, columns = '']) => !columns.includes('user_id'))) return `rows without an owner: ${text}`
  const touchesImages = /\b(?:from|join|update|into) message_images\b/u.test(text)
  if (touchesImages && references + added.length === 0) return `images without their message: ${text}`
  return undefined
}

/** Collects the statements of an app on an embedded database that name no owner. */
class OwnerStatements {
  readonly #faults = new Set<string>()

  /** Returns the same database with a query builder whose statements are checked; PostgreSQL gets the same ones. */
  watch(database: Database): Database {
    if (database.kind === 'postgres') return database
    const logger = {
      logQuery: (statement: string) => {
        const fault = missingOwner(statement)
        if (fault !== undefined) this.#faults.add(fault)
      },
    }
    return { ...database, db: createBuilder(poolOf(database), logger) }
  }

  /** Returns the statements without an owner since the last call. */
  take(): string[] {
    const faults = [...this.#faults]
    this.#faults.clear()
    return faults
  }
}

/** The collector of this test file. */
export const ownerStatements = new OwnerStatements()
