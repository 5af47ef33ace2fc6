import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

it('fails a write at once while the browser is offline, and sends nothing later by itself', async () => {
  const client = createQueryClient()
  client.mount()
  const send = vi.fn<() => Promise<void>>(() => Promise.reject(new TypeError('Failed to fetch')))
  const save = new MutationObserver(client, { mutationFn: send })
  onlineManager.setOnline(false)
  await expect(save.mutate()).rejects.toThrow('Failed to fetch')
  expect(save.getCurrentResult().isError).toBe(true)
  onlineManager.setOnline(true)
  await client.resumePausedMutations()
  expect(send).toHaveBeenCalledOnce()
  client.unmount()
})
