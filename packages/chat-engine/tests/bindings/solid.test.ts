import { createEffect, createRoot, createSignal } from 'solid-js'
import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../src/index.ts'
import { useComposer, useConnection, useMessage, useStore, useThread } from '../../src/solid.ts'
import { createEchoEngine } from './scripted-chat.ts'

/** Runs primitives in an owner of their own, as a component has one. */
function mount<Result>(work: () => Result): Result & { dispose: () => void } {
  return createRoot((dispose) => {
    onTestFinished(dispose)
    return { ...work(), dispose }
  })
}

it('is a chat that starts, sends and streams', async () => {
  const { engine, release } = createEchoEngine()
  const { thread, composer, shown } = mount(() => {
    useConnection(engine)
    const own = useThread(engine)
    const last = useMessage(engine, () => own()?.messageKeys.at(-1) ?? '')
    const texts: (string | undefined)[] = []
    createEffect(() => texts.push(last()?.text))
    return { thread: own, composer: useComposer(engine), shown: texts }
  })
  await expect.poll(() => composer.state().disabledBy).toBeNull()
  composer.setText('Hello?')
  expect(composer.state()).toMatchObject({ text: 'Hello?', canSend: true })
  expect(composer.send()).toBe('sent')
  expect(thread()?.isRunning).toBe(true)
  await expect.poll(() => shown).toContain('You said: ')
  release()
  await expect.poll(() => thread()?.isRunning).toBe(false)
  expect(shown.at(-1)).toBe('You said: Hello?')
})

it('a signal follows another store when its getter does, and none after its owner', () => {
  const [one, two] = [createStore('one'), createStore('two')]
  const [isSecond, setIsSecond] = createSignal(false)
  const { value, seen, dispose } = mount(() => {
    const own = useStore(() => (isSecond() ? two : one))
    const values: string[] = []
    createEffect(() => values.push(own()))
    return { value: own, seen: values }
  })
  expect(value()).toBe('one')
  setIsSecond(true)
  one.set('one, later')
  two.set('two, later')
  expect(value()).toBe('two, later')
  expect(seen).toEqual(['one', 'two', 'two, later'])
  dispose()
  two.set('two, too late')
  expect(seen).toHaveLength(3)
})
