import { figure } from '../markdown.ts'
import { type Bar, exactly } from '../report.ts'
import { median, ratios, spread } from '../statistics.ts'
import type { Loader } from './loaders.ts'
import type { Rest, Visit } from './measure.ts'
import { pageOf, peerIds } from './pages.ts'
import type { WidgetSamples } from './samples.ts'

export function widgetBars(samples: WidgetSamples, loaders: readonly Loader[]): Bar[] {
  return [
    loaderBar(loaders),
    ...restBars(samples),
    bytesBar(samples),
    ...launcherBars(samples),
    ...focusBars(samples),
    ...behaviourBars(samples),
  ]
}

function loaderBar([ours, ...others]: readonly Loader[]): Bar {
  return {
    what: 'loader with the launcher, brotli',
    against: others.map(({ name, bytes }) => `${name} ${figure(bytes)} B`).join(', '),
    measured: exactly(ours?.bytes ?? Infinity),
    unit: 'B',
    sense: 'at most',
    bar: 3000,
  }
}

function restBars({ rests, empty }: WidgetSamples): Bar[] {
  const bar = (what: string, count: (rest: Rest, round: number) => number, bound: number): Bar => ({
    what: `${what} before a hover`,
    against: peerIds.map((id) => `${id} ${figure(median(rests[id].map(count)))}`).join(', '),
    measured: spread(rests.ours.map(count)),
    unit: '',
    sense: 'at most',
    bar: bound,
  })
  return [
    bar('requests', ({ requests }) => requests, 0),
    bar('stored', ({ stored }) => stored, 0),
    bar('long tasks', ({ longTasks }) => longTasks, 0),
    { ...bar('script', ({ script }, round) => script - (empty[round]?.script ?? 0), 5), unit: 'ms' },
  ]
}

function bytesBar({ bytes }: WidgetSamples): Bar {
  const withBox = peerIds.filter((id) => pageOf(id).input !== undefined)
  return {
    what: 'JS and CSS until the box, brotli',
    against: withBox.map((id) => `${id} ${figure(bytes[id])} B`).join(', '),
    measured: exactly(bytes.ours),
    unit: 'B',
    sense: 'at most',
    bar: 90_000,
  }
}

function launcherBars({ visits }: WidgetSamples): Bar[] {
  const times = (of: readonly Visit[]): number[] => of.map(({ launcher }) => launcher)
  return peerIds.map((id) => ({
    what: 'tag to launcher',
    against: pageOf(id).launcher === undefined ? `${id}, its box` : id,
    measured: ratios(times(visits.ours), times(visits[id])),
    unit: '×',
    sense: 'at most',
    bar: 1,
  }))
}

function focusBars({ visits, hovered }: WidgetSamples): Bar[] {
  const times = (of: readonly Visit[]): number[] => of.map(({ focus }) => focus ?? Infinity)
  const peers = peerIds
    .filter((id) => pageOf(id).launcher !== undefined && pageOf(id).input !== undefined)
    .map((id) => [id, median(times(visits[id]))] as const)
    .map(([id, time]) => `${id} ${time === Infinity ? 'never' : `${figure(time)} ms`}`)
  const common = { against: peers.join(', '), unit: 'ms', sense: 'at most' } as const
  return [
    { ...common, what: 'click to focus, cold', measured: spread(times(visits.ours)), bar: 250 },
    { ...common, what: 'click to focus, after a hover', measured: spread(times(hovered)), bar: 60 },
  ]
}

function behaviourBars({ keys, policed }: WidgetSamples): Bar[] {
  const abilities = [
    ['Tab comes to the launcher', 'reached'],
    ['the launcher has a name', 'name'],
    ['Escape closes', 'escapeCloses'],
    ['the focus returns', 'focusReturns'],
  ] as const
  const peers = peerIds.flatMap((id) => keys[id] ?? [])
  const { violations, launcher, box } = policed.ours
  return [
    ...abilities.map(([what, name]): Bar => ({
      what,
      against: `${peers.filter((each) => Boolean(each[name])).length} of ${peers.length} peers`,
      measured: exactly(keys.ours?.[name] ? 1 : 0),
      unit: '',
      sense: 'at least',
      bar: 1,
    })),
    {
      what: 'violations of a strict policy with Trusted Types, launcher and box shown',
      against: `${peerIds.filter((id) => policed[id].violations.length === 0 && policed[id].launcher && policed[id].box).length} of ${peerIds.length} peers have none`,
      measured: exactly(launcher && box ? violations.length : Infinity),
      unit: '',
      sense: 'at most',
      bar: 0,
    },
  ]
}
