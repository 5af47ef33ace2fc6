import { expect, test } from '../story.ts'

for (const path of ['/', '/login', '/chat', '/embed/theme/modern']) {
  test(`${path} loads no picture of another site, and makes no script of a string`, async ({
    page,
    forgiven,
  }) => {
    // The browser reports each violation on its console.
    forgiven.push(/Content Security Policy|TrustedHTML|TrustedScriptURL/u)
    await page.goto(path)
    const violated = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener(
            'securitypolicyviolation',
            ({ effectiveDirective }) => resolve(effectiveDirective),
            { once: true },
          )
          const picture = document.createElement('img')
          picture.src = 'https://evil.example/?stolen'
          document.body.append(picture)
        }),
    )
    expect(await violated).toBe('img-src')
    const refused = await page.evaluate(() => {
      const attempts = [
        () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
        () => (document.createElement('script').src = '/media/evil.js'),
        () => document.createElement('script').setAttribute('src', 'https://evil.example/a.js'),
        () => document.createRange().createContextualFragment('<b>x</b>'),
        () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
      ]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'done'
        } catch (error) {
          return error instanceof Error ? error.name : 'unknown'
        }
      })
    })
    expect(refused).toEqual(refused.map(() => 'TypeError'))
  })
}
