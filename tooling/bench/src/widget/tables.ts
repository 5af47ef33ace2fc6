import { figure, withSpread } from '../markdown.ts'
import type { Table } from '../report.ts'
import { spread } from '../statistics.ts'
import type { Loader } from './loaders.ts'
import type { Visit } from './measure.ts'
import { pageOf, type WidgetId, widgetIds } from './pages.ts'
import type { WidgetSamples } from './samples.ts'

export function visitTable({ rests, visits, hovered, bytes, empty }: WidgetSamples): Table {
  return {
    title: 'A visit',
    columns: [
      'Widget',
      'Requests before a hover',
      'Stored',
      'Long tasks',
      'Script, ms',
      'Tag to launcher, ms',
      'Click to focus, ms',
      'JS and CSS until the box, brotli B',
    ],
    rows: widgetIds.map((id) => [
      nameOf(id),
      ...(['requests', 'stored', 'longTasks'] as const).map((count) =>
        withSpread(spread(rests[id].map((each) => each[count]))),
      ),
      withSpread(spread(rests[id].map(({ script }, round) => script - (empty[round]?.script ?? 0)))),
      times(visits[id], 'launcher'),
      id === 'ours'
        ? `${times(visits.ours, 'focus')}; ${times(hovered, 'focus')} after a hover`
        : canOpen(id)
          ? times(visits[id], 'focus')
          : '–',
      pageOf(id).input === undefined ? '–' : figure(bytes[id]),
    ]),
    note: 'deep-chat has no launcher and stands in the page: its box is what is waited for. Of @calcom/embed-core only the launcher is in the package; what it opens comes from its maker’s server, and could not be measured. @rocket.chat/livechat is the last that was published as a package; its frame does not run in another site’s page where that may store nothing, as in this browser, so that its server is of the same site and its frame shares the page’s thread. @botpress/webchat is bundled with React, as its parts are meant to be; its box comes, and is disabled without its maker’s server.',
  }
}

export function loaderTable(loaders: readonly Loader[]): Table {
  return {
    title: 'Loaders',
    columns: ['Loader', 'Brotli B', 'What it does'],
    rows: loaders.map(({ name, bytes, does }) => [name, figure(bytes), does]),
  }
}

export function keysTable({ keys }: WidgetSamples): Table {
  return {
    title: 'By the keyboard',
    columns: ['Widget', 'Tab comes to the launcher', 'Its name', 'Escape closes', 'Focus returns'],
    rows: widgetIds.flatMap((id) => {
      const each = keys[id]
      if (each === undefined) return []
      return [
        [
          nameOf(id),
          yesNo(each.reached),
          each.name === '' ? 'none' : each.name,
          yesNo(each.escapeCloses),
          yesNo(each.focusReturns),
        ],
      ]
    }),
  }
}

export function policyTable({ policed }: WidgetSamples): Table {
  return {
    title: 'Under a strict policy with Trusted Types',
    columns: ['Widget', 'Violations', 'Launcher comes', 'Box comes', 'What is refused'],
    rows: widgetIds.map((id) => {
      const { violations, launcher, box } = policed[id]
      const { launcher: hasLauncher, input: hasBox } = pageOf(id)
      const directives = new Set(violations.map((violation) => violation.split(' ')[0] ?? ''))
      return [
        nameOf(id),
        figure(violations.length),
        hasLauncher === undefined ? '–' : yesNo(launcher),
        hasBox === undefined ? '–' : yesNo(box),
        [...directives].join(', ') || '–',
      ]
    }),
    note: 'The policy allows scripts with a nonce and what those load, the widget’s server for all else, no inline style and no text as code. With a style refused, a launcher may come and stand in the wrong place.',
  }
}

const nameOf = (id: WidgetId): string => (id === 'ours' ? '@org/widget' : id)
const canOpen = (id: WidgetId): boolean => pageOf(id).launcher !== undefined && pageOf(id).input !== undefined
const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

function times(visits: readonly Visit[], name: 'launcher' | 'focus'): string {
  const values = visits.map((each) => each[name]).filter((value) => value !== null)
  return values.length === 0 ? 'never' : withSpread(spread(values))
}
