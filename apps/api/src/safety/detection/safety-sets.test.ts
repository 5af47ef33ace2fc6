import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { safetyCategorySchema } from '@org/api-client/contract'
import { checkedLines, knownLines } from '../help-lines.ts'
import { loadAssessor } from './load.ts'
import { severities } from './rules.ts'
import { createNotice, safetyLanguages } from '../safety-notice.ts'

const itemSchema = z.object({
  lang: z.string(),
  text: z.string(),
  history: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).optional(),
  severity: z.enum(['caution', 'urgent', 'emergency']).optional(),
  expect: z.enum(['none', 'caution_ok']).optional(),
})

function readSet(name: string) {
  const file = new URL(`../../../../../tooling/eval/safety/${name}.json`, import.meta.url)
  return z.array(itemSchema).parse(JSON.parse(readFileSync(file, 'utf8')))
}

const order = ['none', 'caution', 'urgent', 'emergency']
const assessor = loadAssessor()
type Item = z.infer<typeof itemSchema>
const rankOf = ({ text, history }: Item) =>
  order.indexOf(assessor.assess(text, history).danger?.severity ?? 'none')
const share = (items: readonly Item[], passes: (item: Item) => boolean) =>
  items.filter(passes).length / Math.max(1, items.length)

describe.each([
  'visible',
  'development',
  'everyday',
  'independent',
  'held-out',
  'varied',
  'broad',
  'calibration',
])('the %s set', (name) => {
  const positives = readSet(`${name}/positives`)
  const negatives = readSet(`${name}/negatives`)
  const isHit = (item: Item) => rankOf(item) >= order.indexOf(item.severity ?? 'none')

  it('has at least 90 % of emergencies and 85 % of emergencies and urgent cases', () => {
    const acute = positives.filter(({ severity }) => severity !== 'caution')
    expect(
      share(
        acute.filter(({ severity }) => severity === 'emergency'),
        isHit,
      ),
    ).toBeGreaterThanOrEqual(0.9)
    expect(share(acute, isHit)).toBeGreaterThanOrEqual(0.85)
  })

  it('has at most 3 % of false alarms', () => {
    const isAlarm = (item: Item) => rankOf(item) > (item.expect === 'caution_ok' ? 1 : 0)
    expect(share(negatives, isAlarm)).toBeLessThanOrEqual(0.03)
  })

  it('offers no product beside a danger', () => {
    const offering = positives.filter(({ text, history }) => !assessor.assess(text, history).sensitive)
    expect(offering.map(({ text }) => text)).toEqual([])
  })
})

it('leaves at most 3 % of ordinary shop questions without a product, and raises no alarm for any', () => {
  const questions = readSet('calibration/shop-questions')
  const verdicts = questions.map(({ text, lang }) => assessor.assess(text, [], lang))
  expect(questions.filter((_, i) => verdicts[i]?.danger !== undefined)).toEqual([])
  expect(share(questions, ({ text, lang }) => assessor.assess(text, [], lang).sensitive)).toBeLessThanOrEqual(
    0.03,
  )
})

describe('help lines', () => {
  it('were checked within a year, and name their source', () => {
    const yearAgo = Date.now() - 366 * 86_400_000
    const old = knownLines.filter(
      ({ checked, source }) => Date.parse(checked ?? '') < yearAgo || !/^https?:\/\//u.test(source),
    )
    expect(old).toEqual([])
  })

  it('are left out while nobody verified them', () => {
    const line = { region: 'US', kind: 'crisis', phone: '1', url: null, source: 'https://example.org/' }
    expect(checkedLines([{ ...line, checked: null }])).toEqual([])
  })

  it.each([
    ['GB', 'overdose', ['999', '111']],
    ['CH', 'overdose', ['112']],
    ['BR', 'violence', ['190', '180']],
    ['BR', 'medical_emergency', ['192']],
    ['BE', 'self_harm', ['112', null]],
    ['SA', 'infant', ['997']],
    ['NZ', 'self_harm', ['112', null]],
  ] as const)('of %s for %s fall back where no special line was verified', (region, category, phones) => {
    const { lines } = createNotice({ category, severity: 'emergency', language: 'en', region })
    expect(lines.map(({ phone }) => phone)).toEqual(phones)
  })

  it.each(safetyLanguages)('are part of every emergency and urgent notice in %s', (language) => {
    for (const category of safetyCategorySchema.options) {
      for (const severity of ['emergency', 'urgent'] as const) {
        const notice = createNotice({ category, severity, language })
        expect(notice.lines.length).toBeGreaterThan(0)
        expect(notice.lines.filter(({ label }) => label === '')).toEqual([])
      }
    }
  })

  it.each(safetyLanguages)(
    'stand beside a title and a text of their own in %s, for every severity',
    (language) => {
      for (const category of safetyCategorySchema.options) {
        for (const severity of severities) {
          const notice = createNotice({ category, severity, language })
          const english = createNotice({ category, severity, language: 'en' })
          expect(notice.title).not.toBe('')
          expect(notice.text).not.toBe('')
          const isEnglish = notice.title === english.title && notice.text === english.text
          expect(isEnglish).toBe(language === 'en')
        }
      }
    },
  )

  it('are those of the deployment’s region where one is set', () => {
    const notice = createNotice({
      category: 'self_harm',
      severity: 'emergency',
      language: 'en',
      region: 'GB',
    })
    expect(notice.lines.map(({ phone }) => phone)).toEqual(['999', '116 123'])
  })
})

it('reads a message of 32,000 characters in bounded time', () => {
  // Processor time of this thread: on a busy machine the clock counts the work of others.
  const started = process.threadCpuUsage()
  assessor.assess('my chest is fine and I love yoga mats '.repeat(840))
  const { user, system } = process.threadCpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(500)
})
