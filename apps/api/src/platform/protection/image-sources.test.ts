import { expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { createImageSources } from './image-sources.ts'

it('waits for the catalogue once, and serves the last hosts while the next reading is under way', async () => {
  const database = await openTestDatabase()
  const { db } = database
  let time = 0
  const sources = createImageSources(db, ['cdn.example'], () => new Date(time))
  expect(await sources()).toEqual(['https://cdn.example'])
  const slow = Promise.withResolvers<never>()
  const execute = vi.spyOn(db, 'execute').mockReturnValue(Object.assign(slow.promise))
  time = 61_000
  expect(await sources()).toEqual(['https://cdn.example'])
  expect(await sources()).toEqual(['https://cdn.example'])
  expect(execute).toHaveBeenCalledOnce()
  slow.reject(new Error('unreachable'))
  execute.mockRestore()
  await database.close()
})
