import { type MeasuredPage, openPage } from '../browser.ts'
import type { RunOptions } from '../options.ts'
import { type PageServer, servePages } from '../page-server.ts'
import { type RenderAdapterId, renderAdapterIds } from './adapters.ts'
import { answer } from './answer.ts'
import { bundleRenderer } from './bundle.ts'
import type { FlushResult, PacedResult } from './page.ts'

export const renderSizes = [4096, 16_384, 65_536] as const

export type RenderSize = (typeof renderSizes)[number]

/** One answer streamed into the page. */
export interface FlushSample extends FlushResult {
  /** Main-thread CPU of the whole stream; of what was measured where it was sampled. */
  cpuMs: number
  sampled: boolean
}

/** Everything measured of one renderer. */
export interface RenderSamples {
  flush: Record<RenderSize, FlushSample[]>
  /** DOM nodes changed by each chunk of 16 KB. */
  mutations: number[]
  /** 64 KB, one chunk a frame. */
  paced: PacedResult[]
}

export interface RenderMeasurements {
  chromium: string
  samples: Record<RenderAdapterId, RenderSamples>
}

const chunk = 20
const warmUp = { text: answer(2048, 1), chunk }
// All of 64 KB would take minutes, and more rounds would not add precision.
const sampledAt64: ReadonlySet<RenderAdapterId> = new Set(['markdown-it'])
const fewRounds = 3
const sample = { places: 24, chunks: 10 }
const pacedIds = ['ours', 'streamdown', 'raw-append'] as const satisfies RenderAdapterId[]

/** Streams answers through every renderer, rounds interleaved, each in a browser of its own. */
export async function measureRenderers(
  rounds: number,
  pacedRounds: number,
  { log }: RunOptions,
): Promise<RenderMeasurements> {
  const server = await serve()
  const samples = {
    ours: noSamples(),
    streamdown: noSamples(),
    'markdown-it': noSamples(),
    'streaming-markdown': noSamples(),
    'raw-append': noSamples(),
  }
  let chromium = ''
  for (let round = 1; round <= rounds; round++) {
    const ids = renderAdapterIds.filter((id) => round <= fewRounds || !sampledAt64.has(id))
    const pages = new Map<RenderAdapterId, MeasuredPage>()
    for (const id of ids) {
      const opened = await openPage(`${server.address}/${id}/`)
      chromium = opened.version
      pages.set(id, opened)
      await opened.page.evaluate((input) => window.answerBench.flush(input), warmUp)
    }
    // Every size goes through all renderers at once: what else the machine does comes in waves, and meets them alike.
    for (const size of renderSizes) {
      for (const [id, opened] of pages) {
        log(`render: round ${round} of ${rounds}, ${size / 1024} KB, ${id}`)
        samples[id].flush[size].push(await flush(opened, id, size))
      }
    }
    for (const [id, opened] of pages) {
      if (round === 1) samples[id].mutations = await mutations(opened)
      await opened.close()
    }
  }
  for (let round = 1; round <= pacedRounds; round++) {
    // None is always the first or the last: what else the machine does comes in waves.
    for (const id of [...pacedIds.slice(round), ...pacedIds.slice(0, round)]) {
      log(`render: a chunk a frame, round ${round} of ${pacedRounds}, ${id}`)
      const opened = await openPage(`${server.address}/${id}/`)
      await opened.page.evaluate((input) => window.answerBench.flush(input), warmUp)
      samples[id].paced.push(await paced(opened))
      await opened.close()
    }
  }
  server.close()
  return { chromium, samples }
}

function noSamples(): RenderSamples {
  return { flush: { 4096: [], 16_384: [], 65_536: [] }, mutations: [], paced: [] }
}

async function serve(): Promise<PageServer> {
  const files = new Map<string, Uint8Array>()
  for (const id of renderAdapterIds) {
    for (const [name, contents] of await bundleRenderer(id)) files.set(`${id}/${name}`, contents)
  }
  return servePages(files, html)
}

async function flush(opened: MeasuredPage, id: RenderAdapterId, size: RenderSize): Promise<FlushSample> {
  const sampled = size === 65_536 && sampledAt64.has(id)
  const input = { text: answer(size), chunk, ...(sampled ? { sample } : {}) }
  await opened.collectGarbage()
  const before = await opened.cpuSeconds()
  const result = await opened.page.evaluate((input) => window.answerBench.flush(input), input)
  const cpuMs = ((await opened.cpuSeconds()) - before) * 1000
  return { ...result, cpuMs, sampled }
}

async function mutations({ page }: MeasuredPage): Promise<number[]> {
  return page.evaluate((input) => window.answerBench.mutations(input), { text: answer(16_384), chunk })
}

async function paced(opened: MeasuredPage): Promise<PacedResult> {
  await opened.collectGarbage()
  return opened.page.evaluate((input) => window.answerBench.paced(input), { text: answer(65_536), chunk })
}

const html = `<!doctype html>
<meta charset="utf-8">
<title>Benchmark</title>
<style>
  body { margin: 0; font: 15px/1.5 sans-serif }
  #scroll { height: 560px; width: 600px; overflow: auto }
  table { border-collapse: collapse }
  td, th { border: 1px solid #ccc; padding: 2px 6px }
  pre { background: #eee; padding: 8px; overflow: auto }
  button { border: 0; border-radius: 8px; font-size: 11px }
</style>
<link rel="stylesheet" href="main.css">
<div id="scroll"><div id="root"></div></div>
<script type="module" src="main.js"></script>
`
