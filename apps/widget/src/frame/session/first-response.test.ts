import { afterEach, expect, it, vi } from 'vitest'
import { fetchOrFirst } from './first-response.ts'
import { createWidgetApi } from './services.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  delete window.firstLists
})

const lists = { config: { title: 'Early' }, authors: [], tools: [] }

it('gives the response that the document has requested to the first call alone', async () => {
  const network = vi.fn<typeof fetch>(() =>
    Promise.resolve(Response.json({ ...lists, config: { title: 'Late' } })),
  )
  vi.stubGlobal('fetch', network)
  window.firstLists = {
    path: '/api/embed/lists?embed_id=a+b',
    response: Promise.resolve(Response.json(lists)),
  }
  const { config } = createWidgetApi('a b', undefined)
  expect((await config()).config.title).toBe('Early')
  expect(network).not.toHaveBeenCalled()
  expect((await config()).config.title).toBe('Late')
  expect(network).toHaveBeenCalledTimes(1)
})

it('leaves other addresses to the network', async () => {
  const network = vi.fn<typeof fetch>(() => Promise.resolve(new Response('network')))
  vi.stubGlobal('fetch', network)
  window.firstLists = {
    path: '/api/embed/lists?embed_id=a',
    response: Promise.resolve(new Response('early')),
  }
  expect(await (await fetchOrFirst('/api/embed/lists?embed_id=b')).text()).toBe('network')
})

it('passes the failure of the early request on', async () => {
  window.firstLists = { path: '/x', response: Promise.reject(new TypeError('Failed to fetch')) }
  await expect(fetchOrFirst('/x')).rejects.toThrow('Failed to fetch')
})
