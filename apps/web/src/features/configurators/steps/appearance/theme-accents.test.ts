import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { themeAccents } from './theme-accents.ts'

it('has the colours of the launchers that the loader draws', () => {
  const source = readFileSync(
    `${import.meta.dirname}/../../../../../../widget/src/loader/launcher-styles.ts`,
    'utf8',
  )
  for (const [theme, accent] of Object.entries(themeAccents)) {
    expect(source).toContain(`${theme}: ['${accent}'`)
  }
})
