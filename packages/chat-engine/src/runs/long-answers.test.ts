// @vitest-environment node
import { Session } from 'node:inspector/promises'
import type { HeapProfiler } from 'node:inspector'
import type { SequencedChatEvent } from '@org/api-client'
import { describe, expect, it, vi } from 'vitest'
import { startEngine } from '../testing/start-engine.ts'

const PIECE = 'twenty characters ok'
const PIECES = 500_000
const PIECES_A_FRAME = 250

/** Runs `work`, and gives about how many bytes it allocated, what was collected meanwhile included. */
async function allocatedBy(work: () => Promise<void>): Promise<number> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 16_384,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  await work()
  const { profile } = await session.post('HeapProfiler.stopSampling')
  session.disconnect()
  return sizeOf(profile.head)
}

function sizeOf({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize)
}

describe('an answer of ten million characters', () => {
  it('costs no more at its end than at its beginning, and wakes its own readers alone, once a frame', async () => {
    let proceed: () => void = () => undefined
    let target = 0
    let arrived: () => void = () => undefined
    const test = await startEngine({
      send: () => Promise.resolve({ streamId: 'long', events: pieces() }),
    })

    async function* pieces(): AsyncGenerator<SequencedChatEvent> {
      for (let seq = 1; seq <= PIECES; seq++) {
        yield { type: 'text-delta', text: PIECE, seq }
        if (seq % PIECES_A_FRAME === 0) test.clock.frame()
        if (seq !== target) continue
        arrived()
        await new Promise<void>((resolve) => {
          proceed = resolve
        })
      }
      yield { type: 'stream-end', seq: PIECES + 1 }
    }

    /** Lets the answer grow up to a number of pieces. */
    async function growTo(count: number) {
      target = count
      const there = new Promise<void>((resolve) => {
        arrived = resolve
      })
      proceed()
      await there
    }

    const first = growTo(PIECES / 10)
    expect(test.engine.send(test.selectedKey(), { text: 'Everything, please.' })).toBe('sent')
    await first
    const [question, answer] = test.messages()
    const others = vi.fn<() => void>()
    const own = vi.fn<() => void>()
    test.engine.thread(test.selectedKey()).subscribe(others)
    test.engine.message(question?.key ?? '').subscribe(others)
    test.engine.conversations.subscribe(others)
    test.engine.products.subscribe(others)
    test.engine.message(answer?.key ?? '').subscribe(own)

    const early = await allocatedBy(() => growTo(PIECES / 5))
    await growTo((PIECES / 10) * 8)
    const late = await allocatedBy(() => growTo((PIECES / 10) * 9))
    const frames = ((PIECES / 10) * 8) / PIECES_A_FRAME
    expect(own).toHaveBeenCalledTimes(frames)
    expect(others).not.toHaveBeenCalled()

    // Copying the text with every frame, even, would be 200 times 9 million characters.
    expect(late / early).toBeLessThan(2)
    proceed()
    await test.settle()
    const text = test.messages()[1]?.text ?? ''
    expect(text).toHaveLength(PIECES * PIECE.length)
    expect(text.endsWith(PIECE)).toBe(true)
    expect(test.messages()[1]?.status).toBe('complete')
  }, 30_000)
})
