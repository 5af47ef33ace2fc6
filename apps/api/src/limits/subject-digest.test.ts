import { expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createSharedDigest } from './subject-digest.ts'

it('gives equal digests at all query builders of one database, also of one that an earlier test has used', async () => {
  const first = await openTestDatabase()
  const ofFirst = await createSharedDigest(first.db)('203.0.113.9')
  await first.close()
  const second = await openTestDatabase()
  try {
    const ofSecond = await createSharedDigest(second.db)('203.0.113.9')
    expect(ofSecond).not.toBe(ofFirst)
    await second.db.transaction(async (transaction) => {
      expect(await createSharedDigest(transaction)('203.0.113.9')).toBe(ofSecond)
    })
  } finally {
    await second.close()
  }
})
