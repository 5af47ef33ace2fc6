import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionUser } from './principal.ts'
import { progressEvents } from './progress-events.ts'
import { createProgressWatch, type ProgressState, type ProgressWatch } from './progress-watch.ts'

const admin = (id: string): SessionUser => ({
  id,
  email: `${id}@example.com`,
  role: 'admin',
  organisation: null,
})

const stateOf = (done: number, isDone = false): ProgressState => ({
  data: JSON.stringify({ id: 'work-1', done }),
  isDone,
})

function open(watch: ProgressWatch, user: SessionUser, state = stateOf(0)): Response {
  return progressEvents({ watch, user, workId: 'work-1', state, isStopping: () => false })
}

describe('the events of background work', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('read it once per look, however many follow it', async () => {
    const state = { current: stateOf(0) }
    const read = vi.fn<() => Promise<ProgressState>>(() => Promise.resolve(state.current))
    const watch = createProgressWatch(read, { lookMs: 500, ofAccount: 50 })
    const texts = Array.from({ length: 10 }, (_, index) => open(watch, admin(`admin-${index}`)).text())
    await vi.advanceTimersByTimeAsync(2000)
    expect(read).toHaveBeenCalledTimes(4)
    state.current = stateOf(20, true)
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

  it('are refused to an account and a process that follow too much at once', async () => {
    const watch = createProgressWatch(() => Promise.resolve(stateOf(0)), { ofAccount: 2, inAll: 3 })
    const first = open(watch, admin('one'))
    open(watch, admin('one'))
    expect(() => open(watch, admin('one'))).toThrow('too many jobs')
    open(watch, admin('two'))
    expect(() => open(watch, admin('three'))).toThrow('too many jobs')
    await first.body?.cancel()
    expect(() => open(watch, admin('three'))).not.toThrow()
  })

  it('end after five minutes, so that a session that ended receives no more', async () => {
    const read = vi.fn<() => Promise<ProgressState>>(() => Promise.resolve(stateOf(0)))
    const text = open(createProgressWatch(read), admin('one')).text()
    await vi.advanceTimersByTimeAsync(301_000)
    expect(await text).not.toContain('[DONE]')
    const reads = read.mock.calls.length
    await vi.advanceTimersByTimeAsync(5000)
    expect(read).toHaveBeenCalledTimes(reads)
  })
})
