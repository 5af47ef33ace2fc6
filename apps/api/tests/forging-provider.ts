import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { findFreePort } from '@org/services'

/** Changes of what a correct provider would answer. */
export interface Forgery {
  /** Fields of the discovery document. */
  metadata?: Record<string, unknown>
  /** Claims of the ID token. */
  claims?: Record<string, unknown>
  /** Signs with a key that the provider does not publish. */
  isOtherKey?: boolean
  /** Signs nothing: `alg` is `none`. */
  isUnsigned?: boolean
  /** Redirects the token request. */
  isRedirect?: boolean
}

/** An OpenID provider on 127.0.0.1 whose answers a test changes. */
export interface ForgingProvider {
  issuer: string
  /** The changes of the next answers. */
  forgery: Forgery
  /** Nonce of the sign-in that the next token is for. */
  nonce: string
  /** Paths of the requests so far. */
  requests: string[]
  stop: () => Promise<void>
}

/** Starts a provider whose person is `ada@shop.example`. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const [own, other] = [keyPair(), keyPair()]
  const port = await findFreePort()
  const provider: ForgingProvider = {
    issuer: '',
    forgery: {},
    nonce: '',
    requests: [],
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
  const server = createServer((request, response) => {
    const { issuer, forgery } = provider
    const path = request.url ?? ''
    provider.requests.push(path)
    request.resume()
    const answer = (body: object) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (path === '/.well-known/openid-configuration') {
      answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        ...forgery.metadata,
      })
    } else if (path === '/keys') {
      answer({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] })
    } else if (path === '/token' && forgery.isRedirect === true) {
      response.writeHead(307, { Location: `${issuer}/elsewhere` }).end()
    } else if (path === '/token') {
      const { privateKey } = forgery.isOtherKey === true ? other : own
      const key = forgery.isUnsigned === true ? null : privateKey
      answer({ access_token: 'a', token_type: 'Bearer', id_token: idToken(provider, key) })
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  provider.issuer = `http://127.0.0.1:${port}`
  return provider
}

function keyPair(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function idToken({ issuer, nonce, forgery }: ForgingProvider, key: KeyObject | null): string {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const header = encode(key === null ? { alg: 'none' } : { alg: 'RS256', kid: 'one' })
  const claims = encode({
    iss: issuer,
    aud: 'assistant',
    sub: 'ada',
    nonce,
    iat: now,
    exp: now + 300,
    email: 'ada@shop.example',
    email_verified: true,
    groups: [],
    ...forgery.claims,
  })
  const content = `${header}.${claims}`
  return `${content}.${key === null ? '' : sign('sha256', Buffer.from(content), key).toString('base64url')}`
}
