// `pnpm --filter @org/e2e run lighthouse [path…]`: the built site in Lighthouse's desktop preset, the median of five
// runs a page. Ends with 1 when a page misses a bar. `BASE_URL` measures a server that runs already.
import { browserLaunchOptions, ensureBrowser, findFreePort, startApi } from '@org/services'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright'
import { measuredPaths } from './site-pages.ts'

const bars = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 }
const runs = 5
const wanted = process.argv.slice(2).filter((argument) => argument.startsWith('/'))
const pages = wanted.length > 0 ? wanted : measuredPaths

const server = process.env['BASE_URL'] === undefined ? await startApi() : null
const origin = server?.url ?? process.env['BASE_URL'] ?? ''
const port = await findFreePort()
const launch = browserLaunchOptions(ensureBrowser(console.log))
const browser = await chromium.launch({
  ...launch,
  args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
})
try {
  for (const page of pages) await measure(page)
} finally {
  await browser.close()
  await server?.stop()
}

async function measure(page: string): Promise<void> {
  const scores = new Map<string, number[]>()
  const missed = new Set<string>()
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(
      origin + page,
      { port, onlyCategories: Object.keys(bars), logLevel: 'error' },
      desktopConfig,
    )
    if (result === undefined) throw new Error(`Lighthouse gave nothing for ${page}.`)
    const { categories, audits } = result.lhr
    for (const [id, { score, auditRefs }] of Object.entries(categories)) {
      scores.set(id, [...(scores.get(id) ?? []), score ?? 0])
      for (const ref of auditRefs) {
        const audit = audits[ref.id]
        if (id !== 'performance' && ref.weight > 0 && audit?.score === 0) missed.add(`${id}: ${audit.title}`)
      }
    }
  }
  const line = Object.entries(bars).map(([id, bar]) => {
    const median = (scores.get(id) ?? []).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
    if (median < bar) process.exitCode = 1
    return `${id} ${Math.round(median * 100)}${median < bar ? ` (below ${bar * 100})` : ''}`
  })
  console.log(`${page.padEnd(10)} ${line.join(', ')}`)
  for (const each of missed) console.log(`  ${each}`)
}
