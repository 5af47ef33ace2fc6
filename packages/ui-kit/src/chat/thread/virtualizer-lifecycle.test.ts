import { elementScroll, Virtualizer } from '@tanstack/virtual-core'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { mountVirtualizer, updateVirtualizer } from './virtualizer-lifecycle.ts'

it('is checked against this version of the library: read its React adapter again before changing the number', () => {
  const folder = path.resolve(import.meta.dirname, '../../../node_modules/@tanstack/virtual-core')
  const { version } = Object(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')))
  expect(version).toBe('3.19.11')
})

it('follows the scroll element from the first update to the end of the mount', () => {
  const element = document.createElement('div')
  const following: string[] = []
  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
    count: 3,
    estimateSize: () => 10,
    getScrollElement: () => element,
    scrollToFn: elementScroll,
    observeElementRect: () => {
      following.push('starts')
      return () => following.push('ends')
    },
    observeElementOffset: () => () => undefined,
  })
  const unmount = mountVirtualizer(virtualizer)
  expect(following).toEqual([])
  updateVirtualizer(virtualizer)
  updateVirtualizer(virtualizer)
  expect(virtualizer.scrollElement).toBe(element)
  expect(following).toEqual(['starts'])
  unmount()
  expect(following).toEqual(['starts', 'ends'])
  expect(virtualizer.scrollElement).toBeNull()
})
