// `pnpm bench [--quick] [sse] [render] [engine] [thread] [api] [analytics] [review] [search] [widget] [interaction]
// [safety]`: ours beside the peers, as JSON and as docs/benchmarks.md. `pnpm bench:soak` is a part too, which takes most
// of an hour and so must be named.
import { parseArgs } from 'node:util'
import { runAnalytics } from './analytics/run.ts'
import { runApi } from './api/run.ts'
import { writePublished } from './document.ts'
import { runEngine } from './engine/run.ts'
import { runInteraction } from './interaction/run.ts'
import { installPeers } from './install.ts'
import { partMarkdown } from './markdown.ts'
import type { RunOptions } from './options.ts'
import { describeMachine, type PartReport } from './report.ts'
import { saveReport } from './reports.ts'
import { runRender } from './render/run.ts'
import { runReview } from './review/run.ts'
import { runSafety } from './safety/run.ts'
import { runSearch } from './search/run.ts'
import { runSoak } from './soak/run.ts'
import { runSse } from './sse/run.ts'
import { runThread } from './thread/run.ts'
import { runWidget } from './widget/run.ts'

const parts: Record<string, (options: RunOptions) => Promise<PartReport>> = {
  sse: runSse,
  render: runRender,
  engine: runEngine,
  thread: runThread,
  api: runApi,
  analytics: runAnalytics,
  review: runReview,
  search: runSearch,
  widget: runWidget,
  interaction: runInteraction,
  safety: runSafety,
  soak: runSoak,
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

installPeers()
const machine = describeMachine()
const log = (line: string): void => console.error(line)
for (const [name, run] of Object.entries(parts)) {
  if (positionals.length > 0 ? !positionals.includes(name) : name === 'soak') continue
  const report = await run({ quick: values.quick, log })
  const date = new Date().toISOString().slice(0, 10)
  saveReport(report, machine)
  const text = partMarkdown(report, machine, date)
  console.log(text)
  if (!values.quick) writePublished(name, text)
}
