import { openPage } from '../browser.ts'
import { bundlePage } from '../bundle-page.ts'
import type { RunOptions } from '../options.ts'
import { servePages } from '../page-server.ts'
import { median } from '../statistics.ts'
import { type ThreadVariantId, threadVariantIds } from './variants.ts'

export const threadLengths = [10, 100, 1000] as const

export type ThreadLength = (typeof threadLengths)[number]

export interface TokenMeasurements {
  chromium: string
  /** Milliseconds of one token, one a round. */
  samples: Record<ThreadVariantId, Record<ThreadLength, number[]>>
}

const warmUp = { messages: 50, batches: 10, batch: 50 }
const measured = { batches: 20, batch: 50 }

/** Streams tokens into threads of growing length, rounds interleaved, each in a browser of its own. */
export async function measureTokens(rounds: number, { log }: RunOptions): Promise<TokenMeasurements> {
  const files = await bundlePage({ entryPoints: [`${import.meta.dirname}/page.ts`] })
  const server = await servePages(new Map([...files].map(([name, file]) => [`thread/${name}`, file])), html)
  const samples = {
    ours: noSamples(),
    'ours-in-groups': noSamples(),
    'message-array': noSamples(),
    'memoised-rows': noSamples(),
    'message-stores': noSamples(),
    'message-stores-in-groups': noSamples(),
  }
  let chromium = ''
  for (let round = 1; round <= rounds; round++) {
    for (const variant of threadVariantIds) {
      log(`engine: round ${round} of ${rounds}, ${variant}`)
      const { page, version, collectGarbage, close } = await openPage(`${server.address}/thread/`)
      chromium = version
      await page.evaluate((input) => window.engineBench.tokens(input), { variant, ...warmUp })
      for (const messages of threadLengths) {
        await collectGarbage()
        const input = { variant, messages, ...measured }
        const times = await page.evaluate((input) => window.engineBench.tokens(input), input)
        samples[variant][messages].push(median(times))
      }
      await close()
    }
  }
  server.close()
  return { chromium, samples }
}

function noSamples(): Record<ThreadLength, number[]> {
  return { 10: [], 100: [], 1000: [] }
}

const html = `<!doctype html>
<meta charset="utf-8">
<title>Benchmark</title>
<body><script type="module" src="main.js"></script></body>
`
