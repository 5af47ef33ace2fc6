import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rootFolder } from '../folders.ts'
import { type PacedModel, startPacedModel } from './paced-model.ts'
import { type Program, startProgram } from './program.ts'

/** Headers of a call with a JSON body, as the web site sends them. */
export const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
// Limits that no load reaches.
const generous = Object.fromEntries([
  ...['USER', 'GUEST', 'ADDRESS'].flatMap((whose) => [
    [`${whose}_QUESTIONS_PER_MINUTE`, '1000000'],
    [`${whose}_QUESTIONS_PER_DAY`, '1000000'],
    [`${whose}_TOKENS_PER_DAY`, '1000000000'],
    [`${whose}_ANSWERS_AT_ONCE`, '1000000'],
  ]),
  ['USER_CHANGES_PER_MINUTE', '1000000'],
])

/** Runs the built server in an empty folder, with a model that emits `words` words, one every `paceMs`. */
export async function withOurs<Result>(
  words: number,
  paceMs: number,
  act: (program: Program, model: PacedModel) => Promise<Result>,
  environment: Record<string, string> = {},
): Promise<Result> {
  const model = await startPacedModel(words, paceMs)
  try {
    return await withServer({ DEMO: 'off', ...model.environment, ...environment }, (program) =>
      act(program, model),
    )
  } finally {
    model.close()
  }
}

/** Runs the built server, by default in an empty folder and with the built-in model. */
export async function withServer<Result>(
  environment: Record<string, string>,
  act: (program: Program) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'org-bench-api-'))
  try {
    const program = await startProgram(builtServer('main.js'), {
      ...generous,
      PORT: '0',
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      ...environment,
    })
    try {
      return await act(program)
    } finally {
      await program.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The path of a built file of the server. */
export function builtServer(file: string): string {
  return path.join(rootFolder, 'apps/api/dist', file)
}

/**
 * Asks a question, by default as a guest; the answer comes as a stream.
 *
 * @throws {Error} when it is refused
 */
export async function postQuestion(
  port: number,
  { text = 'Anything?', cookie, signal }: { text?: string; cookie?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}/api/chat`, {
    method: 'POST',
    headers: { ...json, ...(cookie === undefined ? {} : { cookie }) },
    body: JSON.stringify({ text }),
    ...(signal === undefined ? {} : { signal }),
  })
  if (!response.ok) throw new Error(`A question was refused: ${response.status} ${await response.text()}`)
  return response
}

/** The lines of a response as they arrive, with the time at which the last byte of each was read, in milliseconds. */
export async function* linesOf(response: Response): AsyncGenerator<{ line: string; now: number }> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const bytes of response.body ?? new ReadableStream<Uint8Array>()) {
    const now = performance.now()
    const lines = (pending + decoder.decode(bytes, { stream: true })).split('\n')
    pending = lines.pop() ?? ''
    for (const line of lines) yield { line, now }
  }
}

/** Signs somebody up, and gives their session as a browser sends it. */
export function signUp(port: number, email = 'person@example.com'): Promise<string> {
  return openSession(port, 'signup', { email, password: 'a phrase of some length' })
}

/** Signs in with an account of the demonstration. */
export function signInAsAdmin(port: number): Promise<string> {
  return openSession(port, 'login', { email: 'admin@example.com', password: 'demonstration-only' })
}

async function openSession(port: number, call: string, body: object): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/${call}`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`No session: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
