import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ArticleFile } from '@org/api/knowledge/article-file.ts'
import { builtServer, linesOf, postQuestion, withOurs } from '../api/ours.ts'
import { quantile } from '../statistics.ts'

/** Delays of a token from the model's write to the reader's read, p99 in ms. */
export interface ImportLoad {
  /** During each part of the import. */
  importing: number[]
  /** The mean of the rest before and the rest after each part. */
  quiet: number[]
  importSeconds: number
}

const readers = 20
const paceMs = 50
const wordsOfAnswer = 200
// 2,000 tokens: fewer have no 99th percentile worth the name.
const shortestRestMs = 5000
// The rests of a whole import must not take longer than the import.
const longestRestMs = 10_000
// The readers start one after the other within the first answer; the code is compiled meanwhile.
const warmUpMs = 15_000
/**
 * The machine's speed changes within minutes: a part is compared with the rests beside it. The command starts a process for
 * each part, which takes a second of the processor: its parts are larger.
 */
export const articlesOfPart = { calls: 100, command: 500 }

/**
 * Measures tokens of 20 answers, 20 a second each, while articles are imported and while they are not, in turns: by the
 * calls of the administration into the embedded database, or by the import command into PostgreSQL.
 *
 * @param url connection string of PostgreSQL; the embedded database when left out
 */
export async function measureImportLoad(articles: readonly ArticleFile[], url?: string): Promise<ImportLoad> {
  const environment: Record<string, string> = url === undefined ? { DEMO: 'on' } : { DATABASE_URL: url }
  return withOurs(
    wordsOfAnswer,
    paceMs,
    async ({ port }, model) => {
      let delays: number[] = []
      const stop = new AbortController()
      for (let reader = 0; reader < readers; reader += 1) {
        const delayMs = (reader * wordsOfAnswer * paceMs) / readers
        void readWords(port, { delayMs, signal: stop.signal }, (word, now) => {
          const said = model.saidAt.get(word)
          if (said !== undefined) delays.push(now - said)
          model.saidAt.delete(word)
        }).catch((error: unknown) => {
          if (!stop.signal.aborted) throw error
        })
      }
      const load: ImportLoad = { importing: [], quiet: [], importSeconds: 0 }
      const importer = url === undefined ? await importerByCalls(port) : importerByCommand(url)
      try {
        await pause(warmUpMs)
        const p99During = async (act: () => Promise<unknown>): Promise<number> => {
          delays = []
          await act()
          return quantile(delays, 0.99)
        }
        let before = await p99During(() => pause(shortestRestMs))
        for (let from = 0; from < articles.length; from += importer.articlesOfPart) {
          const start = performance.now()
          const part = articles.slice(from, from + importer.articlesOfPart)
          load.importing.push(await p99During(() => importer.importPart(part)))
          const importMs = performance.now() - start
          load.importSeconds += importMs / 1000
          const after = await p99During(() =>
            pause(Math.min(Math.max(shortestRestMs, importMs), longestRestMs)),
          )
          load.quiet.push((before + after) / 2)
          before = after
        }
      } finally {
        importer.stop()
        stop.abort()
      }
      return load
    },
    environment,
  )
}

/** Reads one answer after the other, the first after a delay. */
async function readWords(
  port: number,
  { delayMs, signal }: { delayMs: number; signal: AbortSignal },
  onWord: (word: string, now: number) => void,
): Promise<void> {
  await pause(delayMs, undefined, { signal })
  while (!signal.aborted) {
    for await (const { line, now } of linesOf(await postQuestion(port, { signal }))) {
      for (const [word] of line.matchAll(/w\d+x\d+/gu)) onWord(word, now)
    }
  }
}

interface Importer {
  articlesOfPart: number
  importPart: (articles: readonly ArticleFile[]) => Promise<unknown>
  stop: () => void
}

/** Starts the process of `import-client.ts`. */
async function importerByCalls(port: number): Promise<Importer> {
  const child = fork(path.join(import.meta.dirname, 'import-client.ts'), [String(port)])
  const answer = async () => {
    const done = new AbortController()
    try {
      await Promise.race([
        once(child, 'message', done),
        once(child, 'exit', done).then(([code]) => {
          throw new Error(`The process that imports ended with ${String(code)}.`)
        }),
      ])
    } finally {
      done.abort()
    }
  }
  await answer()
  return {
    articlesOfPart: articlesOfPart.calls,
    importPart(articles) {
      child.send(articles)
      return answer()
    },
    stop: () => child.kill(),
  }
}

function importerByCommand(url: string): Importer {
  return {
    articlesOfPart: articlesOfPart.command,
    importPart: (articles) => importByCommand(url, articles),
    stop: () => undefined,
  }
}

async function importByCommand(url: string, articles: readonly ArticleFile[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'org-bench-import-'))
  try {
    mkdirSync(path.join(folder, 'articles'))
    writeFileSync(path.join(folder, 'products.json'), '[]')
    for (const { slug, title, author, url: address, topic, sections } of articles) {
      const front = JSON.stringify({ title, author, url: address, topic, language: 'en' })
      writeFileSync(path.join(folder, 'articles', `${slug}.md`), `---\n${front}\n---\n${bodyOf(sections)}\n`)
    }
    const child = spawn(process.execPath, [builtServer('cli/import-content.js'), folder], {
      env: { PATH: process.env['PATH'], DATABASE_URL: url },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`The import ended with ${String(code)}.`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function bodyOf(sections: ArticleFile['sections']): string {
  return sections.map(({ heading, body }) => `## ${heading}\n\n${body}`).join('\n\n')
}
