import type { ContentImport } from '@org/api-client/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '../../platform/http/principal.ts'
import { importEvents } from './import-events.ts'
import { createImportWatch } from './import-watch.ts'

const admin = (id: string): SessionUser => ({ id, email: `${id}@example.com`, role: 'admin' })

function importOf(fields: Partial<ContentImport> = {}): ContentImport {
  return {
    id: 'import-1',
    kind: 'upload',
    status: 'running',
    source_id: null,
    reason: null,
    removed: 0,
    client_id: null,
    client: null,
    done: 0,
    total: 20,
    names: [],
    added: 0,
    changed: 0,
    unchanged: 0,
    failures: [],
    created_at: '2026-11-26T10:00:00.000Z',
    finished_at: null,
    ...fields,
  }
}

describe('the events of an import', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('read it once per look, however many follow it', async () => {
    const state = { current: importOf() }
    const read = vi.fn<() => Promise<ContentImport>>(() => Promise.resolve(state.current))
    const watch = createImportWatch(read, { lookMs: 500, ofAccount: 50 })
    const open = (user: SessionUser) =>
      importEvents({ watch, user, state: state.current, isStopping: () => false })
    const texts = Array.from({ length: 10 }, (_, index) => open(admin(`admin-${index}`)).text())
    await vi.advanceTimersByTimeAsync(2000)
    expect(read).toHaveBeenCalledTimes(4)
    state.current = importOf({ status: 'done', done: 20 })
    await vi.advanceTimersByTimeAsync(500)
    for (const text of await Promise.all(texts)) {
      expect(text.split('\n\n').map((line) => line.slice(0, 12))).toEqual([
        'data: {"id":',
        'data: {"id":',
        'data: [DONE]',
        '',
      ])
    }
    // Nobody follows it any more, so it is not read again.
    await vi.advanceTimersByTimeAsync(5000)
    expect(read).toHaveBeenCalledTimes(5)
  })

  it('are refused to an account and a process that follow too many at once', async () => {
    const watch = createImportWatch(() => Promise.resolve(importOf()), { ofAccount: 2, inAll: 3 })
    const open = (user: SessionUser) =>
      importEvents({ watch, user, state: importOf(), isStopping: () => false })
    const first = open(admin('one'))
    open(admin('one'))
    expect(() => open(admin('one'))).toThrow('too many imports')
    open(admin('two'))
    expect(() => open(admin('three'))).toThrow('too many imports')
    await first.body?.cancel()
    expect(() => open(admin('three'))).not.toThrow()
  })

  it('end after five minutes, so that a session that ended receives no more', async () => {
    const read = vi.fn<() => Promise<ContentImport>>(() => Promise.resolve(importOf()))
    const watch = createImportWatch(read)
    const text = importEvents({
      watch,
      user: admin('one'),
      state: importOf(),
      isStopping: () => false,
    }).text()
    await vi.advanceTimersByTimeAsync(301_000)
    expect(await text).not.toContain('[DONE]')
    const reads = read.mock.calls.length
    await vi.advanceTimersByTimeAsync(5000)
    expect(read).toHaveBeenCalledTimes(reads)
  })
})
