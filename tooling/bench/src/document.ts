import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rootFolder } from './folders.ts'

const file = path.join(rootFolder, 'docs', 'benchmarks.md')

/** Puts a part's text into `docs/benchmarks.md`, in place of the one an earlier run wrote. */
export function writePublished(part: string, text: string): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : introduction
  const section = `${marker(part)}\n\n${text}\n`
  const start = before.indexOf(marker(part))
  const next = start === -1 ? -1 : before.indexOf('<!-- part: ', start + 1)
  const after =
    start === -1
      ? `${before.trimEnd()}\n\n${section}`
      : `${before.slice(0, start)}${section}${next === -1 ? '' : `\n${before.slice(next)}`}`
  writeFileSync(file, after)
  const { status } = spawnSync('oxfmt', [file], { cwd: rootFolder, shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`oxfmt could not format ${file}.`)
}

const introduction = `# Benchmarks

Ours beside what people would pick instead, measured in one run of \`pnpm bench\` (\`pnpm bench sse\`, \`render\`, \`engine\` or
\`thread\` for a part, \`--quick\` for fewer rounds that are printed and not written here). Milliseconds and megabytes
belong to the machine; only a ratio within one run says something. A bar is what a change must not fall below, a goal
what we are after. Every sample is in \`tooling/bench/reports/\` after a run. \`pnpm bench:soak\` is no part of a whole
run: it takes three quarters of an hour.
`

function marker(part: string): string {
  return `<!-- part: ${part} -->`
}
