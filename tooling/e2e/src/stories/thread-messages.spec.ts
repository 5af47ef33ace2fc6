import type { Locator } from 'playwright/test'
import { answers, composer, sidebar, signIn, thread } from '../chat-page.ts'
import { expect, expectAccessible, test } from '../story.ts'
import { ask, importConversation, talk } from '../thread-story.ts'

const magnesium = 'How much magnesium does an adult need, and what helps me sleep?'
const vitaminD = 'Which foods are good sources of vitamin D?'

test('finds a text in the whole conversation, and gives the focus back', async ({ page, account }) => {
  await signIn(page, account)
  const messages = talk(200)
  messages[7] = { role: 'assistant', content: 'Pumpkin **seeds** are rich in zinc.' }
  messages[151] = { role: 'assistant', content: 'Also pumpkin seeds.' }
  const id = await importConversation(page, messages)
  await page.goto(`/chat?c=${id}`)
  await expect(thread(page).getByText('That was answer 199.')).toBeInViewport()
  await composer(page).focus()
  await page.keyboard.press('ControlOrMeta+f')
  const search = page.getByRole('searchbox', { name: 'Find in this conversation' })
  await expect(search).toBeFocused()
  await search.fill('pumpkin seeds')
  await expect(page.getByText('2 of 2')).toBeVisible()
  await expect(thread(page).getByText('Also pumpkin seeds.')).toBeInViewport()
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('org-find-current')?.size)).toBe(1)
  await expectAccessible(page)
  await search.press('Enter')
  await expect(page.getByText('1 of 2')).toBeVisible()
  await expect(thread(page).getByText('are rich in zinc')).toBeInViewport()
  await search.fill('no such words')
  await expect(page.getByText('No hits')).toBeVisible()
  await search.press('Escape')
  await expect(search).toBeHidden()
  await expect(composer(page)).toBeFocused()
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0)
})

test('keeps a citation and the punctuation after it on one line', async ({ page, account }) => {
  await signIn(page, account)
  const content = Array.from({ length: 40 }, (_, words) => `${'so '.repeat(words)}seeds [1], nuts [2][3].`)
  const id = await importConversation(page, [
    { role: 'user', content: 'What is rich in zinc?' },
    { role: 'assistant', content: content.join('\n\n') },
  ])
  // Imported answers have no sources.
  await page.route(/\/messages(?:\?|$)/u, async (route) => {
    const response = await route.fetch()
    const list: { items: object[] } = await response.json()
    const citations = [1, 2, 3].map(
      (number) => `[${number}] Source ${number} (https://example.com/${number})`,
    )
    const tool_context = { products: [], citations }
    await route.fulfill({
      response,
      json: { ...list, items: list.items.map((item) => Object.assign(item, { tool_context })) },
    })
  })
  await page.goto(`/chat?c=${id}`)
  await expect(thread(page).locator('button[data-refs]')).toHaveCount(120)
  for (const width of [390, 900, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    const parted = await thread(page).evaluate(
      (log) =>
        [...log.querySelectorAll('button[data-refs]')].filter((marker) => {
          const { nextSibling } = marker
          if (!(nextSibling instanceof Text) || !/^[.,]/u.test(nextSibling.data)) return false
          const range = document.createRange()
          range.setStart(nextSibling, 0)
          range.setEnd(nextSibling, 1)
          return range.getBoundingClientRect().top > marker.getBoundingClientRect().bottom
        }).length,
    )
    expect([width, parted]).toEqual([width, 0])
  }
})

test('edits a question as a branch, and goes from version to version', async ({ page, account }) => {
  await signIn(page, account)
  await page.goto('/chat')
  await ask(page, magnesium)
  await thread(page).getByText(magnesium).hover()
  await thread(page).getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Edit the question' })
  await expect(editor).toBeFocused()
  await expectAccessible(page)
  await editor.press('Escape')
  await expect(thread(page).getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
  await composer(page).press('ArrowUp')
  await editor.fill(vitaminD)
  await editor.press('Enter')
  await expect(thread(page).getByText(vitaminD)).toBeVisible()
  await expect(thread(page).getByText(magnesium)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(thread(page).getByText('2/2')).toBeVisible()
  await page.getByRole('button', { name: 'Previous version' }).click()
  await expect(thread(page).getByText(magnesium)).toBeVisible()
  await expect(thread(page).getByText('1/2')).toBeVisible()
  await expectAccessible(page)
})

test('answers again beside the first answer, and keeps a rating', async ({ page, account }) => {
  await signIn(page, account)
  await page.goto('/chat')
  await ask(page, magnesium)
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(answers(page).getByText('2/2')).toBeVisible()
  await expect(answers(page)).toHaveCount(1)
  const down = page.getByRole('button', { name: 'Bad answer' })
  const rated = page.waitForResponse((response) => response.url().endsWith('/feedback'))
  await down.click()
  expect((await rated).status()).toBe(200)
  await page.getByRole('textbox', { name: 'What was wrong? (optional)' }).fill('Too long')
  await page.getByRole('button', { name: 'Send', exact: true }).first().click()
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  await expect(down).toBeFocused()
  await page.reload()
  await expect(down).toHaveAttribute('aria-pressed', 'true')
})

test('copies an answer with its references, as text and with its form', async ({
  page,
  account,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, account)
  await page.goto('/chat')
  await ask(page, magnesium)
  await answers(page).getByRole('button', { name: 'Copy' }).last().click()
  await expect(page.getByText('Copied')).toBeAttached()
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const read = async (type: string) => (await item?.getType(type))?.text() ?? ''
    return { text: await read('text/plain'), html: await read('text/html') }
  })
  expect(copied.text).toMatch(/\[1\][^]*\n\nSources\n\[1\] .+ \(https:\/\/.+\)/u)
  expect(copied.text).not.toContain('<product>')
  expect(copied.html).toMatch(/<ol><li value="1"><a href="https:/u)
  expect(copied.html).not.toContain('<button')
})

test('exports a conversation as Markdown and as JSON', async ({ page, account }) => {
  await signIn(page, account)
  const id = await importConversation(page, talk(120))
  await page.goto(`/chat?c=${id}`)
  await expect(thread(page).getByText('That was answer 119.')).toBeInViewport()
  const menu = page.getByRole('button', { name: 'Export this conversation' })
  for (const [name, begin] of [
    ['Markdown', '# A long talk\n\n## You\n\nQuestion 0 about magnesium?'],
    ['JSON', '{\n  "title": "A long talk"'],
  ] as const) {
    await menu.press('ArrowDown')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ])
    const stream = await download.createReadStream()
    const text = (await stream.toArray()).join('')
    expect(text.slice(0, begin.length)).toBe(begin)
    expect(text).toContain('That was answer 119.')
  }
})

test('sets cited sources apart from those that were only found', async ({ page, account }) => {
  await signIn(page, account)
  await page.goto('/chat')
  await ask(page, magnesium)
  await thread(page).locator('button[data-refs]').first().click()
  const dialog = page.getByRole('dialog', { name: 'Sources' })
  await expect(dialog.getByRole('row', { name: /^1 / })).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
})

test.describe('on a narrow touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('opens the sources of a tapped citation as a sheet at the lower edge', async ({ page, account }) => {
    await signIn(page, account)
    await page.goto('/chat')
    await ask(page, magnesium)
    await thread(page).locator('button[data-refs]').first().tap()
    const sheet = page.getByRole('dialog', { name: 'Sources' })
    await expect
      .poll(async () => {
        const { x = 0, y = 0, width = 0, height = 0 } = (await sheet.boundingBox()) ?? {}
        return { x, width, end: y + height }
      })
      .toEqual({ x: 0, width: 390, end: 844 })
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })
})

for (const hasTouch of [false, true]) {
  test.describe(`on a narrow screen ${hasTouch ? 'with touch' : 'with a mouse'}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch, isMobile: hasTouch })

    test('no button of the conversation’s bar covers the mark of its dropdown', async ({ page, account }) => {
      await signIn(page, account)
      await page.goto('/chat')
      await ask(page, magnesium)
      const share = page.getByRole('button', { name: 'Share this conversation' })
      await expect(share).toBeVisible()
      const boxOf = async (element: Locator) => {
        const box = await element.boundingBox()
        if (box === null) throw new Error('An element of the bar is not rendered.')
        return box
      }
      const mark = await boxOf(sidebar(page).locator('> [aria-expanded] > svg').last())
      const find = await boxOf(page.getByRole('button', { name: 'Find in this conversation' }))
      expect(mark.x + mark.width).toBeLessThanOrEqual(find.x)
    })
  })
}
