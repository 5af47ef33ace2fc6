import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ApprovedIndex } from './approved-index.ts'

const folder = join(import.meta.dirname, 'evaluation')
const rowsOf = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))

const approved = rowsOf('approved.tsv').map(([id = '', half = '', language = '', ...questions]) => ({
  half,
  answer: { id, clientId: null, language, questions },
}))

const index = new ApprovedIndex()
for (const { answer } of approved) index.put(answer)

function measure(half: string) {
  const own = new Set(approved.filter((row) => row.half === half).map(({ answer }) => answer.id))
  const wrong: string[] = []
  const missed: string[] = []
  let right = 0
  for (const [id = '', match, rule, language = '', previous = '', text = ''] of rowsOf('questions.tsv')) {
    if (!own.has(id)) continue
    const earlier = previous === '' ? [] : [previous]
    const found = index.find({ text, language, earlier, clientId: null })
    const expected = match === 'yes' ? [id] : []
    if (found.some((one) => !expected.includes(one))) wrong.push(`${rule}: ${text} → ${found.join()}`)
    else if (found.length > 0) right += 1
    else if (expected.length > 0) missed.push(`${rule}: ${text}`)
  }
  return { precision: right / (right + wrong.length), recall: right / (right + missed.length), wrong, missed }
}

describe('approved answers on the labelled questions', () => {
  it.each([['visible'], ['unseen']])('%s', (half) => {
    const measured = measure(half)
    console.log(JSON.stringify(measured, null, 1))
    expect(measured.precision).toBeGreaterThanOrEqual(0.98)
  })
})
