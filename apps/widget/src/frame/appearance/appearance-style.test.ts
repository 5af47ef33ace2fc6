import { expect, it } from 'vitest'
import { appearanceStyle } from './appearance-style.ts'

const theme = { radius: null, font: 'theme', avatar: null } as const

it('changes nothing of a theme by itself', () => {
  expect(appearanceStyle(theme, 'Georgia')).toEqual({})
})

it('gives the card its corners, and what stands inside of it smaller ones', () => {
  expect(appearanceStyle({ ...theme, radius: 32 }, null)).toEqual({
    '--widget-radius': '32px',
    '--widget-launcher-radius': '28px',
    '--org-radius-large': '16px',
    '--org-radius-medium': '10px',
    '--org-radius-small': '6px',
  })
  expect(appearanceStyle({ ...theme, radius: 0 }, null)).toMatchObject({
    '--widget-radius': '0px',
    '--org-radius-small': '0px',
  })
})

it('takes the typefaces of the page, of the system or of ours', () => {
  const family = (font: 'host' | 'system' | 'inter' | 'newsreader', page: string | null = null) =>
    appearanceStyle({ ...theme, font }, page)['--org-font-sans']
  expect(family('host', 'Georgia, serif')).toBe('Georgia, serif')
  expect(family('host')).toBeUndefined()
  expect(family('system')).toBe('system-ui, sans-serif')
  expect(family('inter')).toMatch(/^'Inter'/u)
  expect(family('newsreader')).toMatch(/^'Newsreader'/u)
})

it('lets no typefaces of an address become other declarations', () => {
  const element = document.createElement('div')
  const hostile = 'x;background:url(//evil.example)}*{color:red'
  for (const [name, value] of Object.entries(appearanceStyle({ ...theme, font: 'host' }, hostile))) {
    element.style.setProperty(name, value)
  }
  expect(element.style.background).toBe('')
  expect(element.style.length).toBeLessThanOrEqual(2)
})

it('quotes the address of an avatar', () => {
  const avatar = '/api/embed/pictures/a/b") , url("//evil.example'
  expect(appearanceStyle({ ...theme, avatar }, null)['--widget-avatar']).toBe(
    String.raw`url("/api/embed/pictures/a/b\") , url(\"//evil.example")`,
  )
})
