import { gzipSize } from '../bundle-size.ts'
import { peersFolder } from '../folders.ts'
import { buildOurs, peerVersion } from '../install.ts'
import { figure, withSpread } from '../markdown.ts'
import type { RunOptions } from '../options.ts'
import { type Bar, exactly, type PartReport, type Table } from '../report.ts'
import { ratios, spread } from '../statistics.ts'
import { measureThreads, type ThreadSamples } from './measure.ts'
import { type ThreadListId, threadListIds, threadListNames } from './variants.ts'

type Samples = Record<ThreadListId, ThreadSamples>

export async function runThread(options: RunOptions): Promise<PartReport> {
  buildOurs(['@org/ui-kit', '@org/citations', '@org/theme'])
  const { chromium, samples } = await measureThreads(options.quick ? 2 : 5, options)
  const sizes = await measureSizes()
  return {
    part: 'thread',
    title: 'Long threads',
    method: [
      'A thread of 5,000 messages, half of them answers of 300 to 800 characters with Markdown, citations, lists and tables, opened at its end in an element of 720 × 560 px in a real Chromium. Every variant shows the same rows, answers by `<Answer>`.',
      'Mount is the main thread’s CPU from the first render until nothing has changed for ten frames, with the last message in view. One more message is the main thread’s CPU from the state update until its row is in the page and laid out, the median of 20 questions and of 20 answers, in turn: react-virtuoso draws the row a frame after its commit, and what it does until then counts. The bar is on a question, a line of text; an answer’s Markdown is parsed and sanitised besides, whatever the list.',
      'A round is a fresh browser; rounds are interleaved, and a ratio is the median of the rounds’ own ratios.',
    ],
    rounds: samples.ours.mount.length,
    versions: { chromium, 'react-virtuoso': peerVersion('react-virtuoso'), react: peerVersion('react') },
    tables: [threadTable(samples), sizeTable(sizes)],
    bars: threadBars(samples),
    raw: { samples, sizes },
  }
}

interface ListSizes {
  tanstack: number
  virtuoso: number
}

async function measureSizes(): Promise<ListSizes> {
  const external = ['react', 'react-dom']
  return {
    tanstack: await gzipSize({
      external,
      code: `export { Virtualizer, defaultRangeExtractor, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/virtual-core'`,
    }),
    virtuoso: await gzipSize({
      external,
      resolveDir: peersFolder,
      code: `export { Virtuoso } from 'react-virtuoso'`,
    }),
  }
}

function threadTable(samples: Samples): Table {
  return {
    title: '5,000 messages',
    columns: ['Thread', 'Mount, ms', 'Elements', 'Heap, MB', 'One more question, ms', 'One more answer, ms'],
    rows: threadListIds.map((id) => {
      const { mount, elements, heap, question, answer } = samples[id]
      const megabytes = heap.map((bytes) => bytes / 1e6)
      return [threadListNames[id]].concat(
        [mount, elements, megabytes, question, answer].map((values) => withSpread(spread(values))),
      )
    }),
  }
}

function sizeTable({ tanstack, virtuoso }: ListSizes): Table {
  return {
    title: 'Gzipped JavaScript of the list without React',
    columns: ['Package', 'Size'],
    rows: [
      ['@tanstack/virtual-core, what Thread loads of it with more than 40 messages', `${figure(tanstack)} B`],
      ['react-virtuoso', `${figure(virtuoso)} B`],
    ],
  }
}

function threadBars({ ours, virtuoso, naive }: Samples): Bar[] {
  const against = threadListNames.virtuoso
  const most = { sense: 'at most' } as const
  return [
    { what: 'mount', against, measured: ratios(ours.mount, virtuoso.mount), unit: '×', ...most, bar: 1.2 },
    {
      what: 'mount',
      against: threadListNames.naive,
      measured: ratios(ours.mount, naive.mount),
      unit: '×',
      ...most,
      goal: 0.05,
    },
    {
      what: 'elements',
      against: null,
      measured: exactly(Math.max(...ours.elements)),
      unit: '',
      ...most,
      bar: 300,
    },
    { what: 'heap', against: null, measured: spread(ours.heap), unit: 'B', ...most, bar: 9e6 },
    {
      what: 'one more message, a question',
      against: null,
      measured: spread(ours.question),
      unit: 'ms',
      ...most,
      bar: 2.5,
    },
    {
      what: 'one more message, a question',
      against,
      measured: ratios(ours.question, virtuoso.question),
      unit: '×',
      ...most,
      goal: 1,
    },
    {
      what: 'one more message, an answer',
      against,
      measured: ratios(ours.answer, virtuoso.answer),
      unit: '×',
      ...most,
      goal: 1,
    },
  ]
}
