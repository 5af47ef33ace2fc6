import { expect, it } from 'vitest'
import { previewAttributes } from './preview-query.ts'

it('has the defaults of the specification', () => {
  expect(previewAttributes('cfg-1', new URLSearchParams())).toEqual({
    cfg: 'cfg-1',
    id: 'preview',
    theme: 'ultra',
    position: 'bottom-right',
    open: 'true',
  })
})

it('draws the launcher by valid values alone', () => {
  const look = (query: string) => previewAttributes('cfg-1', new URLSearchParams(query))['look']
  expect(look('accent=%23ffcc00&radius=8')).toBe('--paint:#ffcc00;--sign:#111111;--radius:8px')
  expect(look('icon=leaf')).toMatch(/^--icon:path\(evenodd,'[^']+'\)$/u)
  expect(look('accent=red&radius=99&icon=__proto__')).toBeUndefined()
  expect(look('accent=%23ffcc00;background:url(//x)&radius=8px')).toBeUndefined()
})

it('passes on what the address asks for', () => {
  const query = new URLSearchParams(
    'theme=ivory&position=top-left&open=0&width=400&height=500&hideLauncher=1',
  )
  expect(previewAttributes('cfg-1', query)).toMatchObject({
    theme: 'ivory',
    position: 'top-left',
    open: '0',
    width: '400',
    height: '500',
    hideLauncher: '1',
  })
})
