import { type Bar, isMet, type Machine, type PartReport, type Table } from './report.ts'
import type { Spread } from './statistics.ts'

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const precise = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** Three significant digits, or all before the point: `0.0712`, `1.21`, `1,830`. */
export function figure(value: number): string {
  return Math.abs(value) >= 100 ? whole.format(value) : precise.format(value)
}

/** The median with its range behind it, the range only where there is one. */
export function withSpread({ median, low, high }: Spread): string {
  return figure(low) === figure(high) ? figure(median) : `${figure(median)} (${figure(low)}–${figure(high)})`
}

/** A part of the document, from its heading on. */
export function partMarkdown(report: PartReport, machine: Machine, date: string): string {
  const { title, method, versions, tables, bars, rounds } = report
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const { cpu, cores, memoryGb, system, node } = machine
  return [
    `## ${title}`,
    method.join(' '),
    `${date}: ${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}${peers.length > 0 ? `; ${peers.join(', ')}` : ''}; ${rounds === 1 ? 'one round.' : `${rounds} rounds. A figure is a median, in brackets the least and the most.`}`,
    barsMarkdown(bars),
    ...tables.map(tableMarkdown),
  ].join('\n\n')
}

function barsMarkdown(bars: readonly Bar[]): string {
  const required = bars.filter(({ bar }) => bar !== undefined)
  const met = required.filter((entry) => verdict(entry, entry.bar) === 'yes').length
  return tableMarkdown({
    title: `Bars: ${met} of ${required.length} met`,
    columns: ['What', 'Against', 'Measured', 'Bar', 'Met', 'Goal', 'Reached'],
    rows: bars.map((entry) => [
      entry.what,
      entry.against ?? '–',
      measured(entry),
      bound(entry, entry.bar),
      verdict(entry, entry.bar),
      bound(entry, entry.goal),
      verdict(entry, entry.goal),
    ]),
  })
}

function measured({ measured, unit, bar, goal }: Bar): string {
  if (unit === '×') return `${withSpread(measured)} ×`
  const limit = bar ?? goal
  const share = limit === undefined || limit === 0 ? '' : `; ${figure(measured.median / limit)} of the bound`
  return `${withSpread(measured)}${unit === '' ? '' : ` ${unit}`}${share}`
}

function bound({ sense, unit }: Bar, value: number | undefined): string {
  if (value === undefined) return '–'
  return `${sense === 'at least' ? '≥' : '≤'} ${figure(value)}${unit === '' ? '' : ` ${unit}`}`
}

function verdict(entry: Bar, value: number | undefined): string {
  if (value === undefined) return '–'
  return isMet(entry, value) ? 'yes' : '**no**'
}

function tableMarkdown({ title, columns, rows, note }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const align = columns.map((_, index) => (index === 0 ? '---' : '---:'))
  const table = [line(columns), line(align), ...rows.map(line)].join('\n')
  return [`### ${title}`, table, ...(note === undefined ? [] : [note])].join('\n\n')
}
