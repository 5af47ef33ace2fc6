import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { demonstrationAccounts, demonstrationPassword } from './demonstration-accounts.ts'
import { loadDemonstration } from './load-demonstration.ts'

describe('loadDemonstration', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())

  it('loads content, products and accounts, and the second time writes nothing', async () => {
    const first = await loadDemonstration(test.database.db)
    expect(first.articles.written).toBeGreaterThanOrEqual(40)
    expect(first.products.written).toBe(24)
    expect(first.accounts).toBe(3)
    expect(first.widgets).toBe(2)
    expect(await loadDemonstration(test.database.db)).toEqual({
      articles: { written: 0, unchanged: first.articles.written },
      products: { written: 0, unchanged: 24 },
      accounts: 0,
      widgets: 0,
    })
  })

  it('lets each account sign in', async () => {
    for (const { email } of demonstrationAccounts) {
      await expect(test.signIn({ id: '', email, password: demonstrationPassword })).resolves.toContain(
        'session=',
      )
    }
  })
})
