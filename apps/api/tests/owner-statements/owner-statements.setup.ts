import { afterEach } from 'vitest'
import { ownerStatements } from './owner-statements.ts'

// In every test of the suite: a statement on a person's data that does not name the person fails the test that sent it.
afterEach(() => {
  const faults = ownerStatements.take()
  if (faults.length === 0) return
  throw new Error(
    `Statements on conversations, messages or images without their owner:\n${faults.join('\n')}`,
  )
})
