import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { layers } from './layers.ts'
import { importCycles, importsAgainst, readSourceImports, roomOf } from './source-imports.ts'

const order = layers.map(([room]) => room)
const imports = readSourceImports(join(import.meta.dirname, '../..', 'src'))

describe('the folders of the server', () => {
  it('import only from folders before them', () => {
    expect(importsAgainst(order, imports)).toEqual([])
  })

  it('are listed once each, and exist', () => {
    expect([...new Set([...imports.keys()].map(roomOf))].toSorted()).toEqual([...order].toSorted())
  })

  it('have no cycle of imports between files, types included', () => {
    expect(importCycles(imports)).toEqual([])
  })
})

describe('the check', () => {
  it('reads imports of values and types, re-exports and dynamic imports', () => {
    expect(imports.get('server.ts')).toContain('app.ts')
    expect(imports.get('server.ts')).toContain('config/config.ts')
  })

  it('finds an import from a folder below, and a folder without a place in the order', () => {
    const found = new Map([
      ['low/a.ts', ['high/b.ts', 'low/c.ts']],
      ['high/b.ts', ['low/c.ts']],
      ['other/d.ts', []],
    ])
    expect(importsAgainst(['low', 'high'], found)).toEqual([
      'low/a.ts imports high/b.ts',
      'other/d.ts: its folder is not listed',
    ])
  })

  it('finds a cycle of three files', () => {
    const found = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['b.ts', 'd.ts']],
      ['d.ts', []],
    ])
    expect(importCycles(found)).toEqual([['b.ts', 'c.ts']])
  })
})
