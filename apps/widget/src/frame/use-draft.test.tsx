import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { defaultLists } from './session/services.ts'
import { useDraft } from './use-draft.ts'

const opened: BroadcastChannel[] = []

function editorOf(name: string): BroadcastChannel {
  const channel = new BroadcastChannel(name)
  opened.push(channel)
  return channel
}

/** Sends a message to every frame of a channel. */
function send(channel: BroadcastChannel, data: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel is limited to its origin.
  channel.postMessage(data)
}

afterEach(() => {
  for (const channel of opened.splice(0)) channel.close()
  history.replaceState(null, '', '/')
})

it('is null without a draft in the address', () => {
  const { result } = renderHook(() => useDraft(() => undefined))
  expect(result.current).toBeNull()
})

it('asks the editor for its values and follows them', async () => {
  history.replaceState(null, '', '/embed/theme/ultra?draft=draft-1')
  const editor = editorOf('draft-1')
  const received = vi.fn<(data: unknown) => void>()
  editor.addEventListener('message', ({ data }: MessageEvent<unknown>) => received(data))
  const onTheme = vi.fn<(theme: string) => void>()
  const { result, unmount } = renderHook(() => useDraft(onTheme))
  await waitFor(() => expect(received).toHaveBeenCalledWith('ready'))

  const lists = { ...defaultLists, config: { ...defaultLists.config, theme: 'ivory' as const } }
  act(() => send(editor, 'ready'))
  act(() => send(editor, null))
  act(() => send(editor, lists))
  await waitFor(() => expect(result.current).toEqual(lists))
  expect(onTheme.mock.calls).toEqual([['ivory']])

  unmount()
  send(editor, { ...lists, config: { ...lists.config, theme: 'modern' } })
  await new Promise((resolve) => {
    const last = editorOf('draft-1')
    last.addEventListener('message', resolve, { once: true })
    send(editor, 'last')
  })
  expect(onTheme).toHaveBeenCalledTimes(1)
})

it('ignores the channels of other drafts', async () => {
  history.replaceState(null, '', '/embed/theme/ultra?draft=draft-1')
  const own = editorOf('draft-1')
  const { result } = renderHook(() => useDraft(() => undefined))
  send(editorOf('draft-2'), { ...defaultLists, authors: ['other'] })
  send(own, { ...defaultLists, authors: ['own'] })
  await waitFor(() => expect(result.current?.authors).toEqual(['own']))
})
