import type { SafetyNotice } from '@org/chat-engine'
import { describe, expect, it } from 'vitest'
import { textBesideCard } from './text-beside-card.ts'

const notice = (severity: SafetyNotice['severity']): SafetyNotice => ({
  category: 'self_harm',
  severity,
  title: 'You are not alone',
  text: 'Please talk to somebody today.',
  lines: [{ label: 'Crisis line', phone: '024', url: null, region: 'ES' }],
})
const inWords = '**You are not alone**\n\nPlease talk to somebody today.\n\n- Crisis line: 024'

describe('the text beside a safety card', () => {
  it('is the whole text without a card', () => {
    expect(textBesideCard({ text: 'Sleep [1].', safety: null })).toBe('Sleep [1].')
    expect(textBesideCard({ text: inWords, safety: null })).toBe(inWords)
  })

  it('is empty for an emergency, whose card is the answer', () => {
    expect(textBesideCard({ text: 'Call 112.', safety: notice('emergency') })).toBe('')
  })

  it.each(['urgent', 'caution'] as const)('does not repeat the notice of the %s severity', (severity) => {
    expect(textBesideCard({ text: inWords, safety: notice(severity) })).toBe('')
  })

  it.each(['urgent', 'caution'] as const)('is the answer with care below the %s severity', (severity) => {
    const text = 'You are not alone. Sleep and daylight help many people [1].'
    expect(textBesideCard({ text, safety: notice(severity) })).toBe(text)
  })
})
