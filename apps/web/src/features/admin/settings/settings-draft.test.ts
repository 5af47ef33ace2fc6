import type { LlmSettings } from '@org/api-client'
import { expect, it } from 'vitest'
import { changesIn, toDraft } from './settings-draft.ts'

const settings: LlmSettings = {
  systemPrompt: 'Be kind.',
  inlineTagPrompt: '',
  imageDescPrompt: '',
  convTitlePrompt: '',
  geminiModel: '',
  temperature: 0.6,
  thinkingEnabled: false,
  thinkingLines: 5,
  searchToolName: 'search_knowledge',
  searchToolDescription: '',
  searchToolSchema: { type: 'object', properties: { query: { type: 'string', description: 'What.' } } },
  searchToolUsePrevContext: true,
  searchToolExpandShort: true,
}
const withSchema = (searchToolSchema: Record<string, unknown>) => toDraft({ ...settings, searchToolSchema })

it('finds no change in a schema whose keys come in another order, as the database returns them', () => {
  const reordered = { properties: { query: { description: 'What.', type: 'string' } }, type: 'object' }
  expect(changesIn(toDraft(settings), withSchema(reordered))).toEqual([])
})

it('finds a change in a list of another order, and in another value', () => {
  const [one, other] = [withSchema({ required: ['a', 'b'] }), withSchema({ required: ['b', 'a'] })]
  expect(changesIn(one, other).map(({ name }) => name)).toEqual(['searchToolSchema'])
  expect(changesIn(one, withSchema({ required: ['a'] }))).toHaveLength(1)
})
