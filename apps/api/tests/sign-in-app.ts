import {
  type OidcConnectionSave,
  organisationSignInSchema,
  signInDomainSchema,
} from '@org/api-client/contract'
import { type IdentityProvider, startIdentityProvider } from '@org/services'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Config } from '../src/config/config.ts'
import { users } from '../src/db/schema/auth.ts'
import { organisationMembers } from '../src/db/schema/members.ts'
import { createResolveTxt } from '../src/organisation-sign-in/domain-proof.ts'
import { startDnsServer, type DnsServer } from './dns-server.ts'
import { type FactorApp, openFactorApp } from './factor-app.ts'
import { openProviderBrowser, type ReturnedTo } from './provider-browser.ts'
import { cookieOf, type TestUser } from './test-app.ts'

export const settingsPath = '/api/client/sign-in'
const startedSchema = z.object({ url: z.string() })

/** A browser on its way through a sign-in: the cookie of its attempt, and the address of the provider. */
export interface StartedLogin {
  cookie: string
  url: string
}

/** An app with organisations that sign in by an identity provider. */
export interface SignInApp extends Omit<FactorApp, 'login'> {
  dns: DnsServer
  call: (method: string, path: string, by: TestUser | string, body?: unknown) => Promise<Response>
  settings: (by: TestUser | string) => Promise<z.infer<typeof organisationSignInSchema>>
  /** A provider with the redirect URI of an organisation. */
  addProvider: (owner: TestUser) => Promise<IdentityProvider>
  save: (
    owner: TestUser,
    provider: IdentityProvider,
    fields?: Partial<OidcConnectionSave>,
  ) => Promise<Response>
  /** Claims a domain and proves it by DNS. */
  addDomain: (owner: TestUser, domain: string) => Promise<string>
  /** An owner whose organisation signs in by a provider, with a verified domain. */
  addSignIn: (domain: string, fields?: Partial<OidcConnectionSave>) => Promise<SignedInOrganisation>
  start: (email: string, options?: { fresh?: boolean; return_to?: string }) => Promise<StartedLogin>
  /** Goes to the provider and back. */
  visit: (started: StartedLogin, name: string) => Promise<ReturnedTo>
  complete: (started: StartedLogin, returned: ReturnedTo, body?: object) => Promise<Response>
  /** Signs in from the typed address to the answer of our server. */
  login: (
    email: string,
    name?: string,
    options?: { fresh?: boolean; return_to?: string },
  ) => Promise<Response>
  /** Tests the connection as its owner. */
  tryOut: (owner: TestUser, name: string, by?: string) => Promise<Response>
  roleOf: (email: string, organisation: TestUser) => Promise<string | undefined>
}

/** An organisation with its owner and its provider. */
export interface SignedInOrganisation {
  owner: TestUser
  provider: IdentityProvider
}

export async function openSignInApp(
  options: { config?: Partial<Config> } & Pick<
    NonNullable<Parameters<typeof openFactorApp>[0]>,
    'database'
  > = {},
): Promise<SignInApp> {
  const dns = await startDnsServer()
  const app = await openFactorApp({
    ...options,
    config: { networkAccess: 'clients', staffFactor: 'optional', ...options.config },
    resolveTxt: createResolveTxt([dns.address]),
  })
  const providers: IdentityProvider[] = []
  const { db } = app.database

  const call: SignInApp['call'] = async (method, path, by, body) => {
    // A new session each time: most calls need a proof of the last ten minutes.
    const cookie = typeof by === 'string' ? by : await app.signIn(by)
    return app.app.request(path, {
      method,
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  const settings: SignInApp['settings'] = async (by) =>
    organisationSignInSchema.parse(await (await call('GET', settingsPath, by)).json())
  const addProvider: SignInApp['addProvider'] = async (owner) => {
    const provider = await startIdentityProvider([(await settings(owner)).redirect_uri])
    providers.push(provider)
    return provider
  }
  const save: SignInApp['save'] = (owner, provider, fields) =>
    call('PUT', settingsPath, owner, {
      issuer: provider.issuer,
      oauth_client_id: provider.clientId,
      oauth_client_secret: provider.clientSecret,
      scope: 'openid email groups',
      ...fields,
    })
  const addDomain: SignInApp['addDomain'] = async (owner, domain) => {
    const added = signInDomainSchema.parse(
      await (await call('POST', `${settingsPath}/domains`, owner, { domain })).json(),
    )
    dns.records.set(added.record_name, [added.record_value])
    const verified = await call('POST', `${settingsPath}/domains/${added.id}/verify`, owner)
    if (verified.status !== 200) throw new Error(await verified.text())
    return added.id
  }
  const start: SignInApp['start'] = async (email, body) => {
    const response = await app.send('/api/login/organisation', { email, ...body })
    if (response.status !== 200) throw new Error(await response.text())
    return { cookie: cookieOf(response), url: startedSchema.parse(await response.json()).url }
  }
  const visit: SignInApp['visit'] = ({ url }, name) => openProviderBrowser().signIn(url, name)
  const complete: SignInApp['complete'] = ({ cookie }, returned, body) =>
    app.send('/api/login/organisation/callback', { ...returned.body, ...body }, cookie)
  return {
    ...app,
    dns,
    call,
    settings,
    addProvider,
    save,
    addDomain,
    async addSignIn(domain, fields) {
      const owner = await app.addUser({ role: 'client', email: `owner@${domain}` })
      const provider = await addProvider(owner)
      const saved = await save(owner, provider, fields)
      if (saved.status !== 200) throw new Error(await saved.text())
      await addDomain(owner, domain)
      return { owner, provider }
    },
    start,
    visit,
    complete,
    async login(email, name = email.slice(0, email.indexOf('@')), login = {}) {
      const started = await start(email, login)
      return complete(started, await visit(started, name))
    },
    async tryOut(owner, name, by) {
      const session = by ?? (await app.signIn(owner))
      const response = await call('POST', `${settingsPath}/test`, session)
      if (response.status !== 200) return response
      const { url } = startedSchema.parse(await response.json())
      const cookie = `${session}; ${cookieOf(response)}`
      return complete({ url, cookie }, await visit({ url, cookie }, name))
    },
    async roleOf(email, { id }) {
      const [row] = await db
        .select({ role: organisationMembers.role })
        .from(organisationMembers)
        .innerJoin(users, eq(users.id, organisationMembers.accountId))
        .where(and(eq(users.email, email), eq(organisationMembers.organisationId, id)))
      return row?.role
    },
    async close() {
      for (const provider of providers) await provider.stop()
      dns.close()
      await app.close()
    },
  }
}

/** Returns a text of an answer. */
export async function fieldOf(response: Response, name: string): Promise<string> {
  const body = z.record(z.string(), z.unknown()).parse(await response.json())
  return z.string().parse(body[name])
}
