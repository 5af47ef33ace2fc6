import { gzipSize } from '../bundle-size.ts'
import { peersFolder } from '../folders.ts'
import { buildOurs, peerVersion } from '../install.ts'
import { figure, withSpread } from '../markdown.ts'
import type { RunOptions } from '../options.ts'
import { type Bar, exactly, type PartReport, type Table } from '../report.ts'
import { ratios, spread } from '../statistics.ts'
import { measureTokens, threadLengths, type TokenMeasurements } from './measure.ts'
import { type ThreadVariantId, threadVariantIds, threadVariantNames } from './variants.ts'

/** Gzipped bytes without React. */
interface EngineSizes {
  core: number
  coreAndHooks: number
  withTransport: number
  aiSdk: number
  assistantUi: number
}

const peers = ['@ai-sdk/react', '@assistant-ui/react', 'react']

export async function runEngine(options: RunOptions): Promise<PartReport> {
  buildOurs(['@org/chat-engine'])
  const rounds = options.quick ? 3 : 9
  const sizes = await measureSizes()
  const { chromium, samples } = await measureTokens(rounds, options)
  return {
    part: 'engine',
    title: 'Engine and thread',
    method: [
      'One token of a running answer, from the event of the stream by the engine’s reducer, frame and store to React’s commit, in threads of 10, 100 and 1,000 plain messages in a real Chromium.',
      'Every token is a frame of its own: in use, all that arrive within one share it.',
      'React visits every sibling of the row that changes, so that rows side by side cost more in a long thread whatever stands behind them: the bare store is the least that they can cost. `MessageRows` keeps them in groups, and is what the bars are on.',
      'A round is a fresh browser and gives the median of 20 batches of 50 tokens; rounds are interleaved, and a ratio is the median of the rounds’ own ratios.',
    ],
    rounds,
    versions: { chromium, ...Object.fromEntries(peers.map((name) => [name, peerVersion(name)])) },
    tables: [tokenTable(samples), sizeTable(sizes)],
    bars: engineBars(samples, sizes),
    raw: { samples, sizes },
  }
}

async function measureSizes(): Promise<EngineSizes> {
  const external = ['react', 'react-dom']
  const peer = { external, resolveDir: peersFolder }
  const core = `export { createChatEngine } from '@org/chat-engine'`
  const hooks = `export * from '@org/chat-engine/react'`
  const transport = `export { createApiTransport } from '@org/chat-engine'`
  return {
    core: await gzipSize({ external, code: core }),
    coreAndHooks: await gzipSize({ external, code: `${core}\n${hooks}` }),
    withTransport: await gzipSize({ external, code: `${core}\n${hooks}\n${transport}` }),
    aiSdk: await gzipSize({ ...peer, code: `export { useChat } from '@ai-sdk/react'` }),
    assistantUi: await gzipSize({
      ...peer,
      code: `export { AssistantRuntimeProvider, useLocalRuntime, ThreadPrimitive, MessagePrimitive, ComposerPrimitive } from '@assistant-ui/react'`,
    }),
  }
}

function tokenTable(samples: TokenMeasurements['samples']): Table {
  return {
    title: 'Milliseconds a token',
    columns: ['Thread', ...threadLengths.map((length) => `${figure(length)} messages`), '1,000 over 10'],
    rows: threadVariantIds.map((id) => {
      const cells = threadLengths.map((length) => withSpread(spread(samples[id][length])))
      const growth = withSpread(ratios(samples[id][1000], samples[id][10]))
      return [threadVariantNames[id]].concat(cells, `${growth} ×`)
    }),
  }
}

function sizeTable({ core, coreAndHooks, withTransport, aiSdk, assistantUi }: EngineSizes): Table {
  const row = (what: string, bytes: number): string[] => [what, `${figure(bytes)} B`]
  return {
    title: 'Gzipped JavaScript without React',
    columns: ['Package', 'Size'],
    rows: [
      row('@org/chat-engine, core', core),
      row('the same and the React hooks', coreAndHooks),
      row('the same and the API’s transport', withTransport),
      row('@ai-sdk/react, useChat', aiSdk),
      row('@assistant-ui/react, local runtime, thread, message, composer', assistantUi),
    ],
  }
}

function engineBars(samples: TokenMeasurements['samples'], sizes: EngineSizes): Bar[] {
  return [
    ...tokenBars(samples),
    tokenGoal(samples, 'ours', 'message-stores', 1.2),
    sizeBar('core, gzip', sizes.core, 14_000, sizes),
    sizeBar('core and React hooks, gzip', sizes.coreAndHooks, 15_000, sizes),
  ]
}

/** The bars are on a thread drawn as the engine's documents say, by `MessageRows`. */
function tokenBars(samples: TokenMeasurements['samples']): Bar[] {
  const ours = samples['ours-in-groups']
  const what = tokenName('ours-in-groups')
  const shared = { against: null, sense: 'at most' } as const
  return [
    { ...shared, what, measured: spread(ours[1000]), unit: 'ms', bar: 0.08 },
    {
      ...shared,
      what: `${what}, over one with 10`,
      measured: ratios(ours[1000], ours[10]),
      unit: '×',
      bar: 1.5,
    },
    // The bound in milliseconds over what memoised rows took where the bound was set.
    tokenGoal(samples, 'ours-in-groups', 'memoised-rows', 0.42),
  ]
}

function tokenGoal(
  samples: TokenMeasurements['samples'],
  id: ThreadVariantId,
  peer: ThreadVariantId,
  goal: number,
): Bar {
  return {
    what: tokenName(id),
    against: threadVariantNames[peer],
    measured: ratios(samples[id][1000], samples[peer][1000]),
    unit: '×',
    sense: 'at most',
    goal,
  }
}

function tokenName(id: ThreadVariantId): string {
  return `a token with 1,000 messages, ${threadVariantNames[id]}`
}

function sizeBar(what: string, bytes: number, bar: number, { aiSdk, assistantUi }: EngineSizes): Bar {
  return {
    what,
    against: `@ai-sdk/react ${figure(aiSdk)} B, @assistant-ui/react ${figure(assistantUi)} B`,
    measured: exactly(bytes),
    unit: 'B',
    sense: 'at most',
    bar,
  }
}
