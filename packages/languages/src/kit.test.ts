import { defaultLabels } from '@org/chat-engine'
import { expect, it } from 'vitest'
import ar from './ar/kit.json' with { type: 'json' }
import es from './es/kit.json' with { type: 'json' }
import { engineLabels, type EngineLabels, type KitLabels } from './kit.ts'
import { speak } from './texts.ts'
import { createTranslator } from './translator.ts'
import { problemsOf } from './testing.ts'

type KitMessages = { [Part in keyof KitLabels]: { [Label in keyof KitLabels[Part]]-?: string } }

const one = (name: unknown) => String(name)
const two = (number: unknown, name: unknown) => `${String(number)} ${String(name)}`

/** The labels that take arguments. */
const withArguments = {
  answer: { source: two },
  branches: { position: two },
  chat: { sources: one, reviewed: two, importOffer: one },
  composer: { removeAttachment: one, charactersLeft: one, tooLong: one },
  conversations: {
    noMatches: one,
    moreActions: one,
    restoreConversation: one,
    renameConversation: one,
    deleteConversation: one,
  },
  find: { position: two },
  handover: { optional: one, preview: one },
  multiSelect: { selected: one },
  parts: { running: one, done: one, failed: one, rejected: one, request: one },
  safety: { call: one },
}

it.each<[string, { parts: KitMessages; engine: Record<keyof EngineLabels, string> }]>([
  ['es', es],
  ['ar', ar],
])('has every label of the packages in %s', (language, { parts }) => {
  const english = Object.entries(es.parts).map(([part, labels]) => [
    part,
    { ...labels, ...new Map(Object.entries<object>(withArguments)).get(part) },
  ])
  expect(problemsOf(Object.fromEntries(english), parts, language)).toEqual([])
})

it('leaves to the engine what it puts into its texts itself', async () => {
  expect(engineLabels()).toEqual({})
  await speak(createTranslator('es', {}), ['kit'])
  const labels = new Map(Object.entries(engineLabels()))
  expect([...labels.keys()].sort()).toEqual(Object.keys(ar.engine).sort())
  for (const [name, english] of Object.entries(defaultLabels)) {
    expect(labels.get(name)?.match(/\{\w+\}/gu)).toEqual(english.match(/\{\w+\}/gu))
  }
})
