import { readFileSync } from 'node:fs'
import path from 'node:path'
import { linesOf, postQuestion, withServer } from '../api/ours.ts'
import { rootFolder } from '../folders.ts'

/** Samples of answers of the built-in model, in ms. */
export interface Answers {
  /** From the question to the first word of an answer that cites: for each question the shortest of its rounds. */
  firstWords: number[]
  /** Longest turn of the server's event loop, in its thread's CPU time, of each answer. */
  turns: number[]
}

/**
 * Asks the built server the questions of the demonstration, one after the other.
 *
 * @param dataDir folder of an embedded database with the content beside the demonstration's
 */
export async function measureAnswers(dataDir: string, count: number, rounds: number): Promise<Answers> {
  const questions = readQuestions(count)
  return withServer({ DATA_DIR: dataDir, DEMO: 'on' }, async (program) => {
    const found: Answers = { firstWords: [], turns: [] }
    // The first round compiles the code and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [number, question] of questions.entries()) {
        const took = await firstCitedWord(program.port, question)
        if (round === 0 || took === undefined) continue
        found.firstWords[number] = Math.min(took, found.firstWords[number] ?? took)
      }
    }
    for (const question of questions) {
      found.turns.push(await program.longestTurn(() => firstCitedWord(program.port, question)))
    }
    // Questions whose answers cite nothing leave holes.
    return { ...found, firstWords: found.firstWords.filter((took) => took !== undefined) }
  })
}

function readQuestions(count: number): string[] {
  const file = path.join(rootFolder, 'apps/api/demo/questions.json')
  const { answerable }: { answerable: { question: string }[] } = JSON.parse(readFileSync(file, 'utf8'))
  return answerable.slice(0, count).map(({ question }) => question)
}

/** Milliseconds to the first word of the answer; undefined when the answer cites nothing. */
async function firstCitedWord(port: number, text: string): Promise<number | undefined> {
  const start = performance.now()
  const response = await postQuestion(port, { text })
  let answer = ''
  let took: number | undefined
  for await (const { line, now } of linesOf(response)) {
    answer += wordsOf(line)
    if (answer.trim() !== '') took ??= now - start
  }
  return /\[\d+\]/u.test(answer) ? took : undefined
}

function wordsOf(line: string): string {
  // The end of a stream is no JSON.
  if (!line.startsWith('data: {')) return ''
  const event: { type?: string; content?: string } = JSON.parse(line.slice('data: '.length))
  return event.type === 'LLM_Response' ? (event.content ?? '') : ''
}
