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
