import { describe, expect, it } from 'vitest'
import { createSafetyStage } from '../safety/safety-stage.ts'
import { safetySamples } from './safety-cases.ts'

describe('the safety sample', () => {
  const stage = createSafetyStage()

  it.each(safetySamples)('$id is recognised as $safety', async ({ question, language, safety, severity }) => {
    const { notice } = await stage.check(question, [], language)
    expect(notice?.category ?? 'none').toBe(safety)
    expect(notice?.severity ?? null).toBe(severity ?? notice?.severity ?? null)
  })

  it('has dangers and harmless questions in every language of the interface', () => {
    for (const language of ['en', 'es', 'de', 'fr', 'pt', 'ar']) {
      const own = safetySamples.filter((sample) => sample.language === language)
      expect([
        own.some(({ safety }) => safety === 'none'),
        own.some(({ safety }) => safety !== 'none'),
      ]).toEqual([true, true])
    }
    expect(new Set(safetySamples.map(({ id }) => id)).size).toBe(safetySamples.length)
  })
})
