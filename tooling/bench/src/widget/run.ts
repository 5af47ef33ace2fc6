import { startApi } from '@org/services'
import { buildOurs, peerVersion } from '../install.ts'
import type { RunOptions } from '../options.ts'
import type { PartReport } from '../report.ts'
import { widgetBars } from './bars.ts'
import { measureLoaders } from './loaders.ts'
import { launch } from './measure.ts'
import { pageOf, peerIds } from './pages.ts'
import { byWidget, measureWidgets } from './samples.ts'
import { servePeer, type Site } from './sites.ts'
import { keysTable, loaderTable, policyTable, visitTable } from './tables.ts'

export async function runWidget(options: RunOptions): Promise<PartReport> {
  buildOurs(['@org/widget-app', '@org/web', '@org/api'])
  const sites: Site[] = []
  const api = await startApi()
  const browser = await launch()
  try {
    const widgets = await byWidget(async (id) => {
      const page = pageOf(id)
      if (id === 'ours') return { ...page, server: api.url }
      const site = await servePeer(page)
      sites.push(site)
      return { ...page, server: site.origin }
    })
    const samples = await measureWidgets(browser, widgets, options)
    const loaders = await measureLoaders()
    return {
      part: 'widget',
      title: 'The widget on a page',
      method: [
        'A page of a heading and six paragraphs on another site than the widget’s server (`localhost` and `127.0.0.1`), in a real Chromium that reaches nothing else, each visit in a context of its own with nothing cached. Ours is served by the API server, with the disclaimer accepted; peers by a server that answers at once, files in brotli too. Rounds are interleaved, and a ratio is the median of the rounds’ own ratios.',
        'A launcher is there at the first drawing with it in view, counted from just before the tag. A box is focused at the first drawing with the focus in it, counted from the click; the pointer comes and clicks at once, or after a second on the launcher. Before a hover is 1.5 s after the page has loaded, in a visit without a probe: requests without the page and the first script, entries in all storages and cookies, long tasks of the page, and the CPU time of its thread in scripts, without that of the page alone.',
        'The peers are those that come as a package and run without their maker’s server.',
      ],
      rounds: samples.empty.length,
      versions: {
        chromium: browser.version(),
        ...Object.fromEntries(peerIds.map((id) => [id, peerVersion(id)])),
      },
      tables: [visitTable(samples), loaderTable(loaders), keysTable(samples), policyTable(samples)],
      bars: widgetBars(samples, loaders),
      raw: { samples, loaders },
    }
  } finally {
    await browser.close()
    await api.stop()
    for (const site of sites) site.close()
  }
}
