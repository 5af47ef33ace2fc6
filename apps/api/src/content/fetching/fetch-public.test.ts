import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchPublic } from './fetch-public.ts'
import { postPublic } from './post-public.ts'
import { addressesFor, isPublicAddress, lookupAllowed } from './public-addresses.ts'

describe('a public address', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111'])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each(
    (
      '127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 ' +
      '255.255.255.255 198.18.0.1 192.0.2.1 ::1 :: fe80::1 fc00::1 fd12::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ' +
      '64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1 2001::1 ff02::1 localhost 127.1 168.63.129.16 '
    ).split(' '),
  )('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('the own network', () => {
  const reach = (access: Parameters<typeof addressesFor>[0], clientId: string | null, address: string) =>
    addressesFor(access, clientId).isAllowed(address)

  it('is closed to all, open to administrators, or to clients as well', () => {
    const open = (access: Parameters<typeof addressesFor>[0]) => [
      reach(access, null, '10.0.0.1'),
      reach(access, 'client', '10.0.0.1'),
    ]
    expect([open('public'), open('administrators'), open('clients')]).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ])
  })

  it.each(
    (
      '169.254.169.254 ::ffff:169.254.169.254 64:ff9b::a9fe:a9fe fe80::1 fd00:ec2::254 fd20:ce::254 ' +
      '100.100.100.200 192.0.0.192 168.63.129.16 ::ffff:168.63.129.16 localhost'
    ).split(' '),
  )('does not include %s, where clouds serve credentials', (address) => {
    expect(reach('clients', null, address)).toBe(false)
  })

  it.each(['100.100.100.201', 'fd00:ec2::1', '64:ff9b::a00:1'])('includes %s beside them', (address) => {
    expect(reach('clients', null, address)).toBe(true)
  })
})

describe('the name of a host', () => {
  it('takes no thread of the system, which a name server that does not answer would hold', () => {
    const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'GetAddrInfoReqWrap')
    const before = threads()
    lookupAllowed(isPublicAddress)('shop.invalid', { all: true }, () => undefined)
    expect(threads()).toEqual(before)
  })

  it.each(['localhost', 'LOCALHOST.', 'shop.localhost', 'redis', 'redis.'])(
    'of the own network is not resolved: %s',
    async (host) => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      lookupAllowed(isPublicAddress)(host, { all: true }, resolve)
      expect(await promise).toMatchObject({ code: 'ECLOSEDADDRESS' })
    },
  )
})

describe('a fetch', () => {
  let server: Server
  let origin: string
  let requests = 0
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests += 1
      if (request.url === '/large') response.end(Buffer.alloc(2000))
      else if (request.url === '/slow') response.write('x')
      else if (request.url === '/to-metadata')
        response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      else response.end(JSON.stringify(request.headers))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address: AddressInfo | string | null = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const { signal } = new AbortController()
  const open = { isAllowed: (address: string) => address === '127.0.0.1', signal }
  const closed = { signal }

  it('of an address or a name that is not public makes no request', async () => {
    const before = requests
    const { port } = new URL(origin)
    for (const address of [
      origin,
      `http://localhost:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://2130706433:${port}/`,
      `http://0x7f.1:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'https://user:secret@example.com/',
    ]) {
      await expect(fetchPublic(address, closed)).rejects.toMatchObject({ reason: 'closed_address' })
    }
    expect(requests).toBe(before)
  })

  it('checks the address again at a redirect', async () => {
    const { bytes } = await fetchPublic(`${origin}/`, open)
    expect(Object.keys(JSON.parse(bytes.toString()))).not.toContain('cookie')
    const redirected = fetchPublic(`${origin}/to-metadata`, open)
    await expect(redirected).rejects.toMatchObject({ reason: 'closed_address' })
  })

  it('of a server that changes the protocol ends', async () => {
    const raw = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n')
      })
    })
    await new Promise<void>((resolve) => {
      raw.listen(0, '127.0.0.1', resolve)
    })
    const address: AddressInfo | string | null = raw.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
    const request = { body: 'x', headers: {}, isAllowed: open.isAllowed, signal }
    await expect(fetchPublic(url, open)).rejects.toMatchObject({ reason: 'unreachable' })
    await expect(postPublic(url, request)).rejects.toMatchObject({ reason: 'unreachable' })
    raw.close()
  })

  it('ends at a limit of size and time', async () => {
    await expect(fetchPublic(`${origin}/large`, { ...open, bytes: 1999 })).rejects.toMatchObject({
      reason: 'too_large',
    })
    await expect(fetchPublic(`${origin}/slow`, { ...open, ms: 100 })).rejects.toMatchObject({
      reason: 'too_slow',
    })
  })
})
