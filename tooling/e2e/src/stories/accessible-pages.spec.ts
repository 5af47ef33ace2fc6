import { acknowledged } from '../chat-page.ts'
import { expect, expectAccessible, refusals, test } from '../story.ts'
import { cfg } from '../widget-story.ts'

const brand = [
  '/client',
  '/dashboard',
  '/admin/review',
  '/admin/gaps',
  '/admin/knowledge',
  '/admin/knowledge/articles/new',
  '/admin/answers',
  '/admin/answers/new',
  '/admin/webhooks',
  '/admin/api-keys',
]

/** Every page that a role can open; a new one belongs here as soon as it exists. */
const pages = {
  visitor: [
    '/about',
    '/products',
    '/contact',
    '/disclaimer',
    '/privacy',
    '/terms',
    '/login',
    '/signup',
    '/reset-password',
    '/set-password',
    '/chat',
    '/shared/unknown',
    '/nowhere',
    '/embed/login',
    '/embed/signup',
    '/embed/reset-password',
    '/embed/set-password',
    '/embed/auth/callback',
    '/widgets/demo',
    `/embed/${cfg}`,
  ],
  client: ['/account', '/chat', ...brand],
  admin: [
    ...brand,
    '/client?client=unknown',
    '/admin',
    '/admin/configurators',
    '/admin/clients',
    '/admin/evaluations',
    '/admin/safety',
    '/admin/search',
    '/admin/synonyms',
    '/admin/operations',
    '/admin/accounts',
    '/admin/jobs',
    '/admin/audit',
  ],
} as const

for (const [who, paths] of Object.entries(pages)) {
  for (const width of [390, 1280]) {
    test.describe(`${width} px`, () => {
      test.use({ viewport: { width, height: 800 } })

      test(`every page that a ${who} opens is accessible`, async ({ page, baseURL, forgiven }) => {
        forgiven.push(refusals, /status of 404/u)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await acknowledged(page)
        if (who !== 'visitor') {
          const answer = await page.request.post('/api/login', {
            data: { email: `${who}@example.com`, password: 'demonstration-only' },
            headers: { origin: new URL(baseURL ?? '').origin },
          })
          expect(answer.status()).toBe(200)
        }
        for (const path of paths) {
          await test.step(path, async () => {
            await page.goto(path)
            await expect(page.locator('main').first()).toBeVisible()
            await expect(page.locator('main[aria-busy=true], [data-loading]')).toHaveCount(0)
            await expectAccessible(page)
          })
        }
      })
    })
  }
}
