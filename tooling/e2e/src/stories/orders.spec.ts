import { startHostSite } from '../host-page.ts'
import { enter, test } from '../own-server.ts'
import { expect, expectAccessible, refusals } from '../story.ts'
import { accept, ask, cfg, frameOf } from '../widget-story.ts'

// A server of its own: the clicks and the order change figures that other stories count.
test.describe.configure({ mode: 'default' })
test.use({ forgiven: [refusals] })

test('an order that a shop reports after a product click is in the insights of its client, who removes it', async ({
  page,
  browser,
  server,
}) => {
  const site = await startHostSite()
  const tag = `<script src="${server}/static/embed-loader.js" data-cfg="${cfg}" async></script>`
  site.put('/', { body: `<h1>Shop</h1>${tag}` })
  site.put('/thanks', { body: `<h1>Thank you</h1>${tag}` })
  // The addresses of the demonstration's products lead nowhere.
  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'A product' }))

  const report = (id: string) =>
    page.evaluate(
      (number) =>
        window.OrgChat?.('order', {
          id: number,
          total: 49.9,
          currency: 'EUR',
          items: [{ name: 'Magnesium Glycinate Capsules' }],
        }),
      id,
    )

  await test.step('an order before any click is not counted', async () => {
    await page.goto(`${site.origin}/thanks`)
    await page.waitForFunction(() => window.OrgChat !== undefined)
    expect(await report('A-1')).toBe(false)
  })

  const product = await test.step('a visitor asks, and opens a product of the answer', async () => {
    await page.goto(site.origin)
    await page.waitForFunction(() => window.OrgChat !== undefined)
    await page.evaluate(() => window.OrgChat?.open())
    const frame = await frameOf(page)
    await accept(frame)
    await ask(frame)
    const card = frame.getByRole('list', { name: 'Products' }).getByRole('listitem').first()
    const name = await card.getByRole('paragraph').first().innerText()
    const stored = page.waitForResponse(/\/opened$/u)
    const shown = page.context().waitForEvent('page')
    await card.getByRole('link').click()
    expect((await stored).status()).toBe(200)
    await (await shown).close()
    return name
  })

  await test.step('the page that confirms the order reports it, twice as a reload does', async () => {
    await page.goto(`${site.origin}/thanks`)
    await page.waitForFunction(() => window.OrgChat !== undefined)
    expect(await report('A-2')).toBe(true)
    expect(await report('A-2')).toBe(true)
  })

  const context = await browser.newContext({ baseURL: server })
  await enter(context, server, 'client@example.com')
  const client = await context.newPage()
  await client.goto('/client')
  const orders = client.getByRole('region', { name: 'Orders', exact: true })

  await test.step('the client finds one order, with its value and the clicked product', async () => {
    await expect(orders.locator('dd').first()).toHaveText('1')
    const row = orders.getByRole('row').filter({ has: client.getByRole('rowheader', { name: product }) })
    await expect(row.getByRole('cell')).toHaveText(['1', /of 1$/u, '€49.90'])
    await orders.getByText('Latest orders').click()
    await expectAccessible(client)
  })

  await test.step('removes it, and an administrator reads of it in the audit log', async () => {
    await orders.getByRole('button', { name: /^Remove the order of €49\.90/u }).click()
    await client.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(orders.getByText('The order was removed.')).toBeVisible()
    await expect(orders.getByText('No orders in this selection.')).toBeVisible()
    await enter(context, server, 'admin@example.com')
    await client.goto('/admin/audit')
    const entry = client.getByRole('listitem').filter({ hasText: 'Order deleted' })
    await expect(entry).toContainText('49.90 EUR')
    await expect(entry).toContainText('client@example.com')
  })
  await context.close()
  await site.close()
})
