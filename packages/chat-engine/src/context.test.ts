import { expect, it } from 'vitest'
import { createContext } from './context.ts'
import { createDisclaimer } from './stores/disclaimer.ts'
import { defaultLabels } from './platform/labels.ts'
import { defaultLimits } from './platform/limits.ts'
import { createMemoryStorage } from './testing/start-engine.ts'
import { createScriptedTransport } from './testing/scripted-transport.ts'

it('keeps the default of what is given as undefined', () => {
  const options = {
    limits: { images: 2, textCharacters: undefined },
    labels: { newChat: 'Neu', untitled: undefined },
  }
  const { limits, labels } = createContext({ transport: createScriptedTransport(), ...options })
  expect(limits).toEqual({ ...defaultLimits, images: 2 })
  expect(labels).toEqual({ ...defaultLabels, newChat: 'Neu' })
})

it('keeps the gate of a disclaimer that is neither required nor not', () => {
  const disclaimer = { required: undefined, version: undefined }
  const gate = createDisclaimer({ storage: createMemoryStorage(), disclaimer })
  expect(gate.state.get()).toEqual({ required: true, acknowledged: false })
  expect(gate.isOpen()).toBe(false)
})
