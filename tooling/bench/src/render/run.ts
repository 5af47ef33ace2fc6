import { buildOurs, peerVersion } from '../install.ts'
import type { RunOptions } from '../options.ts'
import type { PartReport } from '../report.ts'
import { type RenderAdapterId, renderAdapterIds } from './adapters.ts'
import { renderBars } from './bars.ts'
import { renderSize } from './bundle.ts'
import { measureRenderers } from './measure.ts'
import { summarise } from './summary.ts'
import { pacedTable, renderTable } from './tables.ts'

const peers = ['streamdown', 'streaming-markdown', 'markdown-it', 'dompurify', 'react']

export async function runRender(options: RunOptions): Promise<PartReport> {
  buildOurs(['@org/citations'])
  const rounds = options.quick ? 2 : 9
  const sizes = await byRenderer(renderSize)
  const { chromium, samples } = await measureRenderers(rounds, options.quick ? 1 : 3, options)
  const summaries = await byRenderer(async (id) => summarise(samples[id]))
  return {
    part: 'render',
    title: 'Rendering an answer while it arrives',
    method: [
      'An answer of headings, paragraphs, lists, tables, code, links, citations and product tags arrives in chunks of 20 characters; each is committed and laid out before the next.',
      'The clock is the CPU time of the page’s main thread in a real Chromium, a fresh one for every renderer and round; rounds are interleaved, and a ratio is the median of the rounds’ own ratios.',
      'The time of one chunk is the least of all rounds.',
      'Ours stands in its own style sheet, without which it would paint all of an answer in each frame; the others come without one.',
      'Citations and products are buttons, and all but streaming-markdown and raw append sanitise.',
    ],
    rounds,
    versions: {
      chromium,
      ...Object.fromEntries(peers.map((name) => [name, peerVersion(name)])),
    },
    tables: [renderTable(summaries, sizes), pacedTable(samples)],
    bars: renderBars(samples, summaries, sizes.ours),
    raw: { samples, sizes },
  }
}

async function byRenderer<Value>(
  measure: (id: RenderAdapterId) => Promise<Value>,
): Promise<Record<RenderAdapterId, Value>> {
  const entries: [RenderAdapterId, Value][] = []
  for (const id of renderAdapterIds) entries.push([id, await measure(id)])
  return Object.fromEntries(entries) as Record<RenderAdapterId, Value>
}
