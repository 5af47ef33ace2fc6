// @vitest-environment node
import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import { createChatAtoms } from './jotai.ts'
import { startEngine } from './testing/start-engine.ts'

describe('createChatAtoms', () => {
  it('mirrors the engine while something reads', async () => {
    const test = await startEngine()
    const atoms = createChatAtoms(test.engine)
    const store = createStore()
    const key = test.selectedKey()
    const seen: number[] = []
    const unsubscribe = store.sub(atoms.threadAtom(key), () =>
      seen.push(store.get(atoms.threadAtom(key)).messageKeys.length),
    )
    test.engine.send(key, { text: 'Hello?' })
    await test.settle()
    const answerKey = test.messages()[1]?.key ?? ''
    store.sub(atoms.messageAtom(answerKey), () => undefined)
    test.transport.lastStream().push({ type: 'text-delta', text: 'Hi' })
    await test.settle()
    expect(store.get(atoms.messageAtom(answerKey))?.text).toBe('Hi')
    expect(seen).toContain(2)
    unsubscribe()
    const count = seen.length
    await test.engine.stop(key)
    expect(seen).toHaveLength(count)
  })

  it('reads what changed before something read it', async () => {
    const test = await startEngine()
    const atoms = createChatAtoms(test.engine)
    const atom = atoms.draftAtom(test.selectedKey())
    test.engine.setDraft(test.selectedKey(), { text: 'Hello?' })
    const store = createStore()
    store.sub(atom, () => undefined)
    expect(store.get(atom).text).toBe('Hello?')
    expect(store.get(atoms.accessAtom).status).toBe('signedIn')
    expect(store.get(atoms.disclaimerAtom).acknowledged).toBe(true)
    expect(store.get(atoms.guestImportAtom)).toEqual({ status: 'none', count: 0 })
    expect(store.get(atoms.storageAtom)).toEqual({ status: 'stored', text: null })
  })

  it('gives the same atom for the same key', async () => {
    const { engine } = await startEngine()
    const { messageAtom } = createChatAtoms(engine)
    expect(messageAtom('m')).toBe(messageAtom('m'))
    expect(messageAtom('m')).not.toBe(messageAtom('n'))
  })
})
