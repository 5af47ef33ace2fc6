import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installOrgChat } from './org-chat.ts'

vi.mock('./org-chat.ts', () => ({ installOrgChat: vi.fn<typeof installOrgChat>() }))

const script = document.createElement('script')

beforeEach(() => {
  vi.resetModules()
  vi.mocked(installOrgChat).mockClear()
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** Runs the loader's entry in a document with this running script and this body. */
async function run({ running, body }: { running: Element | null; body: boolean }): Promise<void> {
  vi.spyOn(Document.prototype, 'currentScript', 'get').mockReturnValue(
    running instanceof HTMLScriptElement ? running : null,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Before the parser has reached it, the body is null.
  if (!body) vi.spyOn(Document.prototype, 'body', 'get').mockReturnValue(null as never)
  await import('./main.ts')
}

it('starts at once where there is a body', async () => {
  await run({ running: script, body: true })
  expect(vi.mocked(installOrgChat).mock.calls).toEqual([[script, expect.any(Function)]])
})

it('warns as a module and in a shadow root, which have no running script element', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await run({ running: null, body: true })
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/no script tag/u)]])
  window.dispatchEvent(new Event('DOMContentLoaded'))
  expect(installOrgChat).not.toHaveBeenCalled()
})

// The last one: its listener stays.
it('waits for the document in the head, without a body', async () => {
  await run({ running: script, body: false })
  expect(installOrgChat).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('DOMContentLoaded'))
  expect(vi.mocked(installOrgChat).mock.calls).toEqual([[script, expect.any(Function)]])
})
