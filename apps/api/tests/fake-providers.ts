import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

/** Behaviour of a fake provider for a request. */
export type FakeBehaviour =
  | 'ok'
  | 'busy'
  | 'unauthorised'
  | 'picky'
  | 'nameless'
  | 'broken'
  | 'cut'
  | 'silent'
  | 'hanging'
  | 'garbage'
  /** Stops its answer with a content filter. */
  | 'filtered'
  /** Calls a tool that there is not. */
  | 'confused'
  /** Calls its tool a hundred times at once. */
  | 'greedy'
  /** Thinks without end. */
  | 'brooding'

/** A server that speaks a provider's protocol. */
export interface FakeProvider {
  url: string
  /** The bodies that it was sent. */
  requests: { path: string; headers: IncomingMessage['headers']; body: FakeBody }[]
  /** Number of connections closed before the end of their answer. */
  readonly hungUp: number
  behave: (behaviour: FakeBehaviour) => void
  close: () => Promise<void>
}

const bodySchema = z.looseObject({
  stream: z.boolean().optional(),
  messages: z.array(z.looseObject({ role: z.string() })).optional(),
  contents: z.array(z.looseObject({ parts: z.array(z.looseObject({})) })).optional(),
})
type FakeBody = z.infer<typeof bodySchema>

const query = 'How much magnesium does an adult need?'
const answer = [
  'Adult men need 400 mg ',
  'of magnesium a day [1]. Try <prod',
  'uct>Magnesium Glycinate Capsules</product>.',
]
const title = '"Magnesium for adults."'
const secret = 'upstream secret: key sk-12345 rejected by host 10.0.0.7'

/** Speaks OpenAI's chat completions: first a tool call, and after its result the answer. */
export function startFakeOpenAi(): Promise<FakeProvider> {
  const whole = {
    id: 'c2',
    object: 'chat.completion',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, message: { role: 'assistant', content: title }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 },
  }
  return start('/v1', whole, (body, behaviour) => {
    const delta = (delta: object, finish: string | null = null) => ({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'fake',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
    if (body.messages?.some((message) => message.role === 'tool') !== true) {
      const name = toolName(behaviour)
      return [
        delta({ role: 'assistant', content: null }),
        ...calls(behaviour).flatMap((index) => {
          const call = (fields: object) => delta({ tool_calls: [{ index, ...fields }] })
          return [
            call({ id: `t${index}`, type: 'function', function: { name, arguments: '' } }),
            call({ function: { arguments: '{"query":' } }),
            call({ function: { arguments: `${JSON.stringify(query)}}` } }),
          ]
        }),
        delta({}, 'tool_calls'),
        '[DONE]',
      ]
    }
    return [
      delta({ role: 'assistant', content: '', reasoning_content: thoughts(behaviour) }),
      ...answer.map((content) => delta({ content })),
      delta({}, behaviour === 'filtered' ? 'content_filter' : 'stop'),
      { ...delta({}), choices: [], usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 } },
      '[DONE]',
    ]
  })
}

/** Speaks Gemini's streamGenerateContent: first a function call, and after its response the answer. */
export function startFakeGemini(): Promise<FakeProvider> {
  const candidate = (parts: object[], finishReason?: string) => ({
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts },
        ...(finishReason === undefined ? {} : { finishReason }),
      },
    ],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 9, totalTokenCount: 18 },
    modelVersion: 'fake',
  })
  return start('/v1beta', candidate([{ text: title }], 'STOP'), (body, behaviour) => {
    const responded =
      body.contents?.some(({ parts }) => parts.some((part) => 'functionResponse' in part)) === true
    const functionCall = { name: toolName(behaviour), args: { query } }
    if (!responded)
      return [
        candidate(
          calls(behaviour).map(() => ({ functionCall })),
          'STOP',
        ),
      ]
    return [
      candidate([{ text: thoughts(behaviour), thought: true }]),
      ...answer.map((text) => candidate([{ text }])),
      candidate([{ text: '' }], behaviour === 'filtered' ? 'SAFETY' : 'STOP'),
    ]
  })
}

function toolName(behaviour: FakeBehaviour): string {
  return behaviour === 'confused' ? 'unheard_of' : 'search_knowledge'
}

function calls(behaviour: FakeBehaviour): number[] {
  return Array.from({ length: behaviour === 'greedy' ? 100 : 1 }, (_, index) => index)
}

function thoughts(behaviour: FakeBehaviour): string {
  return behaviour === 'brooding' ? 'hidden '.repeat(100_000) : 'hidden thoughts'
}

const refusals = new Map<FakeBehaviour, number>([
  ['busy', 429],
  ['unauthorised', 401],
  ['picky', 400],
  ['nameless', 404],
  ['broken', 500],
])

async function start(
  base: string,
  whole: object,
  eventsFor: (body: FakeBody, behaviour: FakeBehaviour) => (object | string)[],
): Promise<FakeProvider> {
  const requests: FakeProvider['requests'] = []
  let behaviour: FakeBehaviour = 'ok'
  let hungUp = 0
  const server = createServer((request, response) => void answerRequest(request, response))
  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = bodySchema.parse(await json(request))
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    response.on('close', () => {
      if (!response.writableFinished) hungUp += 1
    })
    if (behaviour === 'hanging') return
    const refused = refusals.get(behaviour)
    if (refused !== undefined) {
      response.writeHead(refused, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: secret, code: 1, status: 'X' } }))
      return
    }
    if (body.stream !== true && request.url?.includes('streamGenerateContent') !== true) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(whole))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (behaviour === 'garbage') {
      response.end('data: {"half": \n\ndata: <html>\n\n')
      return
    }
    for (const event of eventsFor(body, behaviour)) {
      if (event === '[DONE]' && (behaviour === 'cut' || behaviour === 'silent')) break
      response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
      const isAnswer = JSON.stringify(event).includes('Adult men')
      if (isAnswer && behaviour === 'silent') return
      if (isAnswer && behaviour === 'cut') {
        await new Promise((resolve) => response.write(': flushed\n\n', resolve))
        response.socket?.destroy()
        return
      }
    }
    response.end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}${base}`,
    requests,
    get hungUp() {
      return hungUp
    },
    behave(next) {
      behaviour = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
