import type { MemberRole } from '@org/api-client'

/** Response of a test's server to one request. */
export type Answer = (request: Request, url: URL) => Response | Promise<Response>

/** A server at the network's edge: a `fetch` with the answers that a test has given it. */
export interface FakeApi {
  fetch: typeof globalThis.fetch
  /** Answers a method and path, such as `GET /api/me`, from now on. */
  on: (route: string, answer: Answer) => void
  /** Every request so far, as `METHOD /path`. */
  requests: string[]
}

const noFactors = {
  available: true,
  required: false,
  totp: false,
  passkeys: [],
  proven: true,
  recovery_codes: 0,
  organisation_sign_in: false,
}
const visitor = { authenticated: false, role: null, email: null }

/** A server that knows a visitor and nothing else, until told. */
export function createFakeApi(): FakeApi {
  const answers = new Map<string, Answer>([
    ['GET /api/me', () => Response.json(visitor)],
    ['GET /api/conversations', () => loginRequired()],
    ['GET /api/chat/anon-status', () => Response.json({ blocked: false })],
    ['GET /api/authors', () => Response.json({ authors: [] })],
    ['GET /api/organisations', () => Response.json({ items: [] })],
    ['GET /api/tools', () => Response.json({ tools: [] })],
    ['GET /api/account/second-factor', () => Response.json(noFactors)],
  ])
  const requests: string[] = []
  return {
    requests,
    on: (route, answer) => {
      answers.set(route, answer)
    },
    fetch: async (input, init) => {
      const address = input instanceof Request ? input.url : String(input)
      const url = new URL(address, 'https://site.example')
      const { signal, ...rest } = init ?? {}
      const request = new Request(url, rest)
      const route = `${request.method} ${url.pathname}`
      requests.push(route)
      const answer = answers.get(route)
      if (answer === undefined) return failure(404, 'There is no such thing here.')
      return abortable(Promise.resolve(answer(request, url)), signal ?? undefined)
    },
  }
}

/** A failed answer in the contract's shape. */
export function failure(status: number, error: string, headers: HeadersInit = {}): Response {
  return Response.json({ error, code: 'test' }, { status, headers })
}

/** The answer to a visitor where a session is asked for. */
export function loginRequired(): Response {
  return Response.json({ error: 'Login required to continue', code: 'login_required' }, { status: 401 })
}

/** The session of a person; a client is an owner without `memberRole`. */
export function session(
  email: string,
  role: 'admin' | 'client' | null = null,
  memberRole: MemberRole = 'owner',
): Response {
  return Response.json({
    authenticated: true,
    role,
    email,
    ...(role === 'client' && { organisation: { id: 'o1', role: memberRole } }),
  })
}

/** An answer that never comes. */
export function silence(): Promise<Response> {
  return new Promise(() => {})
}

/** A chat's stream of these events, ended by the sentinel. */
export function eventStream(events: readonly unknown[]): Response {
  const lines = [...events.map((event) => JSON.stringify(event)), '[DONE]']
  const body = lines.map((line, index) => `id: ${index + 1}\ndata: ${line}\n\n`).join('')
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-stream-id': 'stream-1' },
  })
}

function abortable(answer: Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
  if (signal === undefined) return answer
  const aborted = new Promise<never>((_, reject) => {
    const fail = () => {
      reject(new DOMException('Aborted', 'AbortError'))
    }
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
  return Promise.race([answer, aborted])
}
