import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rootFolder } from '../folders.ts'
import { type PacedModel, startPacedModel } from './paced-model.ts'
import { type Program, startProgram } from './program.ts'

const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
// Limits that no load reaches.
const generous = Object.fromEntries(
  ['USER', 'GUEST', 'ADDRESS'].flatMap((whose) => [
    [`${whose}_QUESTIONS_PER_MINUTE`, '1000000'],
    [`${whose}_QUESTIONS_PER_DAY`, '1000000'],
    [`${whose}_TOKENS_PER_DAY`, '1000000000'],
    [`${whose}_ANSWERS_AT_ONCE`, '1000000'],
  ]),
)

/** Runs the built server in an empty folder, with a model that emits `words` words, one every `paceMs`. */
export async function withOurs<Result>(
  words: number,
  paceMs: number,
  act: (program: Program, model: PacedModel) => Promise<Result>,
): Promise<Result> {
  const model = await startPacedModel(words, paceMs)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'org-bench-api-'))
  const environment = {
    ...generous,
    ...model.environment,
    PORT: '0',
    DEMO: 'off',
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
  }
  const program = await startProgram(path.join(rootFolder, 'apps/api/dist/main.js'), environment)
  try {
    return await act(program, model)
  } finally {
    await program.stop()
    model.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Asks a question, by default as a guest; the answer comes as a stream.
 *
 * @throws {Error} when it is refused
 */
export async function postQuestion(
  port: number,
  { cookie, signal }: { cookie?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}/api/chat`, {
    method: 'POST',
    headers: { ...json, ...(cookie === undefined ? {} : { cookie }) },
    body: JSON.stringify({ text: 'Anything?' }),
    ...(signal === undefined ? {} : { signal }),
  })
  if (!response.ok) throw new Error(`A question was refused: ${response.status} ${await response.text()}`)
  return response
}

/** Signs somebody up, and gives their session as a browser sends it. */
export async function signUp(port: number, email = 'person@example.com'): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/signup`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: 'a phrase of some length' }),
  })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
