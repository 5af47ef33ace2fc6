import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'
import { findFreePort } from './free-port.ts'

/** Claims of a person at an identity provider, by their names in tokens. */
export interface ProviderPerson {
  email: string
  email_verified?: boolean
  groups?: string[]
}

/** A running OpenID provider. */
export interface IdentityProvider {
  /** Its issuer identifier. */
  issuer: string
  clientId: string
  clientSecret: string
  /** The people who can sign in, by their subject, which they type as their name. Changes count from the next sign-in on. */
  people: Map<string, ProviderPerson>
  stop: () => Promise<void>
}

/**
 * Starts an OpenID provider (`oidc-provider`) on 127.0.0.1. People type their subject to sign in, and consent to nothing.
 *
 * @param redirectUris redirect URIs of its client
 */
export async function startIdentityProvider(redirectUris: readonly string[]): Promise<IdentityProvider> {
  const port = await findFreePort()
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, ProviderPerson>()
  const clientId = 'assistant'
  const clientSecret = randomBytes(24).toString('base64url')
  const provider = createProvider(issuer, { people, clientId, clientSecret, redirectUris })
  const answer = provider.callback()
  const server = createServer((request, response) => {
    const isLogin = request.url?.startsWith('/interaction/') === true
    const answered = isLogin ? serveLogin(provider, request, response) : answer(request, response)
    answered.catch((error: unknown) => {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(error))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

function createProvider(
  issuer: string,
  {
    people,
    clientId,
    clientSecret,
    redirectUris,
  }: Pick<IdentityProvider, 'people' | 'clientId' | 'clientSecret'> & { redirectUris: readonly string[] },
): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: [], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    pkce: { required: () => true },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, subject) => {
      const person = people.get(subject)
      return person && { accountId: subject, claims: () => ({ sub: subject, ...person }) }
    },
    // Consent is implied: the client is the person's own organisation.
    async loadExistingGrant(context) {
      const { client, session, provider, params } = context.oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      const scope = params?.['scope']
      grant.addOIDCScope(typeof scope === 'string' ? scope : 'openid')
      await grant.save()
      return grant
    },
    // The page that comes with the package loads a font from another site.
    renderError(context, out) {
      context.type = 'text/plain'
      context.body = JSON.stringify(out)
    },
  })
}

async function serveLogin(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await text(request))
    const accountId = form.get('name') ?? ''
    const result =
      accountId === ''
        ? { error: 'access_denied', error_description: 'The person has cancelled.' }
        : { login: { accountId } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    return
  }
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en"><title>Identity provider</title><main><h1>Identity provider</h1>
<form method="post"><label>Name <input name="name" autofocus></label> <button>Continue</button></form></main></html>`)
}
