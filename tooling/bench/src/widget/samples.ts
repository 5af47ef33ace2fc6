import type { Browser } from 'playwright'
import type { RunOptions } from '../options.ts'
import {
  type Keys,
  type Policed,
  type Rest,
  useKeys,
  type Visit,
  visit,
  visitPoliced,
  visitRest,
  type Widget,
} from './measure.ts'
import { type WidgetId, widgetIds } from './pages.ts'
import { brotliSizes } from './sites.ts'

export type Widgets = Readonly<Record<WidgetId, Widget>>

/** Samples of all visits, by round where there are several. */
export interface WidgetSamples {
  /** The page alone. */
  empty: Rest[]
  rests: Record<WidgetId, Rest[]>
  visits: Record<WidgetId, Visit[]>
  /** Ours, with a rest on the launcher before the click. */
  hovered: Visit[]
  /** Brotli bytes of scripts and styles until the box, the launcher where there is no box: the most of all rounds. */
  bytes: Record<WidgetId, number>
  policed: Record<WidgetId, Policed>
  /** Of those that have a launcher and a box. */
  keys: Partial<Record<WidgetId, Keys>>
}

export async function measureWidgets(
  browser: Browser,
  widgets: Widgets,
  { quick, log }: RunOptions,
): Promise<WidgetSamples> {
  // One-time work of servers and browser must not count for a visit.
  log('widget: warming up')
  for (const id of widgetIds) await visit(browser, widgets[id])
  const rests = await byWidget((): Rest[] => [])
  const visits = await byWidget((): Visit[] => [])
  const [empty, hovered]: [Rest[], Visit[]] = [[], []]
  const rounds = quick ? 2 : 5
  for (let round = 1; round <= rounds; round += 1) {
    log(`widget: round ${round} of ${rounds}`)
    empty.push(await visitRest(browser))
    for (const id of widgetIds) {
      rests[id].push(await visitRest(browser, widgets[id]))
      visits[id].push(await visit(browser, widgets[id]))
    }
    hovered.push(await visit(browser, widgets.ours, { hover: true }))
  }
  log('widget: policy and keyboard')
  const policed = await byWidget((id) => visitPoliced(browser, widgets[id]))
  const keys: Partial<Record<WidgetId, Keys>> = {}
  for (const id of widgetIds) {
    const { launcher, input } = widgets[id]
    if (launcher !== undefined && input !== undefined) keys[id] = await useKeys(browser, widgets[id])
  }
  const sizeOf = brotliSizes()
  const bytes = await byWidget(async (id) => {
    const sums = visits[id].map(async ({ sources }) =>
      (await Promise.all(sources.map(sizeOf))).reduce((sum, size) => sum + size, 0),
    )
    return Math.max(...(await Promise.all(sums)))
  })
  return { empty, rests, visits, hovered, bytes, policed, keys }
}

/** One after the other. */
export async function byWidget<Value>(
  measure: (id: WidgetId) => Value | Promise<Value>,
): Promise<Record<WidgetId, Value>> {
  const entries: [WidgetId, Value][] = []
  for (const id of widgetIds) entries.push([id, await measure(id)])
  return Object.fromEntries(entries) as Record<WidgetId, Value>
}
