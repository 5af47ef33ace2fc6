import { composer, drawImage, openChat, sidebar, stopButton, thread } from '../chat-page.ts'
import { expect, test } from '../story.ts'

test('a draft, its text and its images, survives a reload, in each conversation its own', async ({
  page,
  account,
}) => {
  await openChat(page, account)
  const png = await drawImage(page, 64)
  await composer(page).fill('Half a question')
  await attachButton(page).setInputFiles([{ name: 'label.png', mimeType: 'image/png', buffer: png }])
  await expect(page.getByRole('img', { name: 'label.png' })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('org.drafts') ?? ''))
    .toContain('label.png')
  await page.reload()
  await expect(composer(page)).toHaveValue('Half a question')
  await expect(page.getByRole('img', { name: 'label.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove label.png' }).click()
  await expect(page.getByRole('img', { name: 'label.png' })).toBeHidden()
})

test('images come by the button, by paste and by drop, and what is refused says why', async ({
  page,
  account,
}) => {
  await openChat(page, account)
  const png = await drawImage(page, 3000)
  const files = page.getByRole('list', { name: 'Attached files' }).getByRole('img')

  await test.step('the button takes several', async () => {
    await attachButton(page).setInputFiles([
      { name: 'one.png', mimeType: 'image/png', buffer: png },
      { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no image at all') },
    ])
    await expect(files).toHaveCount(1)
    await expect(page.getByText('notes.png is not a PNG, JPEG, WebP or GIF image.')).toBeVisible()
  })

  await test.step('a larger one is made smaller', async () => {
    const size = await files.first().evaluate((image: HTMLImageElement) => image.naturalWidth)
    expect(size).toBe(2048)
  })

  for (const way of ['paste', 'drop'] as const) {
    await test.step(way, async () => {
      const before = await files.count()
      await composer(page).evaluate(
        (box, [kind, bytes]) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([Uint8Array.from(bytes)], `${kind}.png`, { type: 'image/png' }))
          const options = { bubbles: true, cancelable: true }
          const target = kind === 'paste' ? box : (document.querySelector('[role="log"]') ?? box)
          target.dispatchEvent(
            kind === 'paste'
              ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
              : new DragEvent('drop', { ...options, dataTransfer: transfer }),
          )
        },
        [way, [...(await drawImage(page, 16))]] as const,
      )
      await expect(files).toHaveCount(before + 1)
    })
  }

  await test.step('more than eight are refused', async () => {
    const small = await drawImage(page, 8)
    await attachButton(page).setInputFiles(
      Array.from({ length: 7 }, (_, at) => ({ name: `${at}.png`, mimeType: 'image/png', buffer: small })),
    )
    await expect(files).toHaveCount(8)
    await expect(page.getByText('Attach at most 8 images.')).toBeVisible()
  })

  await test.step('they go with the question', async () => {
    const request = page.waitForRequest((each) => each.url().endsWith('/api/chat'))
    await composer(page).fill('What is on these?')
    await composer(page).press('Enter')
    const body: unknown = (await request).postDataJSON()
    expect(body).toMatchObject({ text: 'What is on these?' })
    expect(body).toHaveProperty('images.length', 8)
    await expect(thread(page).getByRole('img').first()).toBeVisible()
    await expect(files).toHaveCount(0)
    await expect(stopButton(page)).toBeHidden()
  })
})

test('a message over 32,000 characters is told, kept and not sent', async ({ page, account }) => {
  await openChat(page, account)
  await composer(page).fill('x'.repeat(32_001))
  await expect(page.getByText('Message is too long (max 32000 characters).')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await composer(page).press('End')
  await composer(page).press('Enter')
  await composer(page).press('Backspace')
  await expect(composer(page)).toHaveValue('x'.repeat(32_000))
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
})

test('a full storage is told, and the chat goes on', async ({ page, account }) => {
  await openChat(page, account)
  await page.evaluate(fillStorage)
  await composer(page).fill('Hello')
  await expect(page.getByText('This browser is full', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('This browser is full', { exact: false })).toBeHidden()
  await composer(page).press('Enter')
  await expect(thread(page).getByText('Hello')).toBeVisible()
  await expect(thread(page).getByRole('article', { name: 'Assistant' })).toBeVisible()
  await expect(stopButton(page)).toBeHidden()
  await page.reload()
  await expect(thread(page).getByText('Hello')).toBeVisible()
})

test('the chat is worked by the keyboard alone', async ({ page, account }) => {
  await openChat(page, account)
  const focused = page.locator(':focus')

  await test.step('asks, and edits what it has asked', async () => {
    await expect(composer(page)).toBeFocused()
    await page.keyboard.type('How much magnesium does an adult need?')
    await page.keyboard.press('Enter')
    await expect(stopButton(page)).toBeVisible()
    await expect(stopButton(page)).toBeHidden()
    await expect(composer(page)).toBeFocused()
  })

  await test.step("'?' in the input is a character, elsewhere it shows the keys", async () => {
    await page.keyboard.type('?')
    await expect(composer(page)).toHaveValue('?')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Tab')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()
  })

  await test.step("'/' goes back to the input", async () => {
    await page.keyboard.press('/')
    await expect(composer(page)).toBeFocused()
    await expect(composer(page)).toHaveValue('')
  })

  await test.step('chooses an author', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(focused).toHaveText(/^Authors/u)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Authors, 1 selected' })).toBeFocused()
  })

  await test.step('searches, renames and deletes a conversation', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    const search = sidebar(page).getByRole('searchbox')
    await expect(search).toBeFocused()
    const found = page.waitForResponse((answer) => answer.url().includes('q=magnesium'))
    await page.keyboard.type('magnesium')
    await found
    await expect(sidebar(page).getByRole('listitem')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    // The menu of the row comes before its rename button.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Minerals')
    await page.keyboard.press('Enter')
    await expect(sidebar(page).getByRole('link', { name: 'Minerals' })).toBeVisible()
    await expect(focused).toHaveAccessibleName('Rename Minerals')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Delete this conversation?' })
    await expect(question).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(sidebar(page).getByRole('link', { name: 'Minerals' })).toBeHidden()
  })
})

/** Puts text into the browser's storage until it takes not one character more. */
function fillStorage(): void {
  for (let characters = 2 ** 20, count = 0; characters >= 1; count += 1) {
    try {
      localStorage.setItem(`full-${count}`, 'x'.repeat(characters))
    } catch {
      characters = Math.floor(characters / 2)
    }
  }
}

function attachButton(page: Parameters<typeof composer>[0]) {
  return page.locator('input[type="file"]').first()
}
