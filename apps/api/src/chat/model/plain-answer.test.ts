import { describe, expect, it } from 'vitest'
import { plainAnswer } from './plain-answer.ts'

describe('an earlier answer', () => {
  it.each([
    ['<details><summary>Thinking</summary>\n\nHm.</details>\n\nSleep [1, 2].', 'Sleep.'],
    ['a<details open>b</details> c<details>d</details>e', 'ace'],
    ['<details>no end', '<details>no end'],
    ['<details without an end', '<details without an end'],
    ['<detailsX>a</details>', '<detailsX>a</details>'],
    ['<details-x>a</details>b', 'b'],
    ['Take <product>Zinc</product> [3–5][7].', 'Take Zinc.'],
  ])('%j is read as %j', (content, plain) => {
    expect(plainAnswer(content)).toBe(plain)
  })

  it.each(['<details ', '<details>', '<details></details', '[1', '[1,', '<product', '</product '])(
    'of %j over and over is read in linear time',
    (piece) => {
      const text = piece.repeat(200_000 / piece.length)
      // Processor time of this thread: on a busy machine the clock counts the work of others.
      const started = process.threadCpuUsage()
      plainAnswer(text)
      const { user, system } = process.threadCpuUsage(started)
      expect((user + system) / 1000).toBeLessThan(100)
    },
  )
})
