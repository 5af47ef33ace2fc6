import { cpuBetween, openPage } from '../browser.ts'
import { bundlePage, oneReact, type PageFiles } from '../bundle-page.ts'
import { packageFolder } from '../folders.ts'
import type { RunOptions } from '../options.ts'
import { servePages } from '../page-server.ts'
import { answer } from '../render/answer.ts'
import { median } from '../statistics.ts'
import type { ListedMessage } from './list.tsx'
import { addMarks } from './page.ts'
import { type ThreadListId, threadListIds, threadLists } from './variants.ts'

/** Samples of one variant, one value per round. */
export interface ThreadSamples {
  /** Main-thread CPU from the first render until nothing changes any more, in milliseconds. */
  mount: number[]
  elements: number[]
  /** The page's JavaScript heap after a collection, the messages' own text included, in bytes. */
  heap: number[]
  /** The main thread's CPU from one more question, a line of text, until its row is laid out, in milliseconds. */
  question: number[]
  /** The same of one more answer, 300 to 800 characters of Markdown. */
  answer: number[]
}

const count = 5000
const added = 40

/** Opens a thread of 5,000 messages in every variant, rounds interleaved, each in a browser of its own. */
export async function measureThreads(
  rounds: number,
  { log }: RunOptions,
): Promise<{ chromium: string; samples: Record<ThreadListId, ThreadSamples> }> {
  const files = new Map<string, Uint8Array>()
  for (const id of threadListIds) {
    for (const [name, file] of await bundle(id)) files.set(`${id}/${name}`, file)
  }
  const server = await servePages(files, html)
  const samples = { ours: none(), virtuoso: none(), naive: none() }
  const messages = listed(0, count)
  let chromium = ''
  for (let round = 1; round <= rounds; round++) {
    for (const id of threadListIds) {
      log(`thread: round ${round} of ${rounds}, ${id}`)
      const { page, version, cpuSeconds, collectGarbage, close } = await openPage(`${server.address}/${id}/`)
      chromium = version
      const session = await page.context().newCDPSession(page)
      const before = await cpuSeconds()
      await page.evaluate((input) => window.threadBench.mount(input), messages)
      samples[id].mount.push(((await cpuSeconds()) - before) * 1000)
      samples[id].elements.push(await page.evaluate(() => window.threadBench.elements()))
      await collectGarbage()
      samples[id].heap.push((await session.send('Runtime.getHeapUsage')).usedSize)
      const times = await cpuBetween(session, addMarks, () =>
        page.evaluate((input) => window.threadBench.add(input), listed(count, added)),
      )
      const ofRole = (wanted: ListedMessage['role']) =>
        median(times.filter((_, index) => roleOf(count + index) === wanted))
      samples[id].question.push(ofRole('user'))
      samples[id].answer.push(ofRole('assistant'))
      await close()
    }
  }
  server.close()
  return { chromium, samples }
}

function none(): ThreadSamples {
  return { mount: [], elements: [], heap: [], question: [], answer: [] }
}

/** Questions and answers in turn, the answers with Markdown, citations, lists and tables. */
function listed(from: number, length: number): ListedMessage[] {
  return Array.from({ length }, (_, offset) => {
    const index = from + offset
    const text = `${answer(300 + ((index * 97) % 500), 1 + (index % 50)).trimEnd()}\n\nMessage ${index} ends here.`
    const role = roleOf(index)
    const key = `message-${index}`
    return role === 'user'
      ? { key, role, text: `Question ${index} about magnesium and sleep?` }
      : { key, role, text }
  })
}

function roleOf(index: number): ListedMessage['role'] {
  return index % 2 === 0 ? 'user' : 'assistant'
}

function bundle(id: ThreadListId): Promise<PageFiles> {
  return bundlePage({
    stdin: {
      contents: `import theme from '@org/theme/styles.css'
        import kit from '@org/ui-kit/styles.css'
        import answer from '@org/citations/styles.css'
        import { variant } from './${threadLists[id]}'
        import { install } from './src/thread/page.ts'
        void install(variant, theme + kit + answer)`,
      resolveDir: packageFolder,
    },
    loader: { '.css': 'text' },
    alias: oneReact,
  })
}

const html = `<!doctype html>
<meta charset="utf-8">
<title>Benchmark</title>
<style>
  article { display: flow-root }
</style>
<body><script type="module" src="main.js"></script></body>
`
