import { expect, it } from 'vitest'
import ar from './ar/kit.json' with { type: 'json' }
import es from './es/kit.json' with { type: 'json' }
import type { KitLabels } from './kit.ts'
import { problemsOf } from './testing.ts'

type KitMessages = { [Part in keyof KitLabels]: { [Label in keyof KitLabels[Part]]-?: string } }

const one = (_: unknown) => ''
const two = (_: unknown, __: unknown) => ''

/** The labels that take arguments. */
const withArguments = {
  answer: { source: two },
  branches: { position: two },
  composer: { removeAttachment: one, charactersLeft: one, tooLong: one },
  conversations: { renameConversation: one, deleteConversation: one },
  find: { position: two },
  multiSelect: { selected: one },
}

it.each<[string, { parts: KitMessages }]>([
  ['es', es],
  ['ar', ar],
])('has every label of the packages in %s', (language, { parts }) => {
  const english = Object.entries(es.parts).map(([part, labels]) => [
    part,
    { ...labels, ...new Map(Object.entries<object>(withArguments)).get(part) },
  ])
  expect(problemsOf(Object.fromEntries(english), parts, language)).toEqual([])
})
