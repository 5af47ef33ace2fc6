import { findEntitlements, noLimits } from '../settings/entitlements.store.ts'
import type { SettingsCache } from '../settings/settings-cache.ts'
import {
  embedAuthFormSchema,
  embedAuthQuerySchema,
  type EmbedSession,
  type EmbedSessionRequest,
  routes,
  widgetDefaults,
} from '@org/api-client/contract'
import type { Hono } from 'hono'
import {
  type AuthServices,
  checkCredentials,
  type NewAccount,
  normalisedEmail,
  signUp,
  type SignupOutcome,
} from '../auth/auth.service.ts'
import { readDeviceCookie, recognizeDevice } from '../auth/known-devices.ts'
import { newToken } from '../auth/tokens.ts'
import { listTools } from '../settings/tools.ts'
import { allows } from '../settings/allowed-names.ts'
import { listAuthors } from '../knowledge/content/authors.store.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import { givenParameters, parseInput } from '../platform/request/parse-input.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { askedOrigin } from '../platform/http/site-url.ts'
import type { TakeTurn } from '../platform/protection/fair-reads.ts'
import { mayBeFramedBy, originsKey } from '../widgets/allowed-origins.ts'
import { toAppearance } from '../widgets/appearance.store.ts'
import { findActiveWidget, widgetTitle } from '../widgets/configurators.store.ts'
import { readForm } from '../platform/request/read-form.ts'
import { acceptsJson, safeRedirect } from './embed-form.ts'
import type { EmbedSessions } from './embed-session.ts'
import { type EmbedTokens, tokenSeconds } from './embed-token.ts'
import { createIdentify } from './identify.ts'
import type { EventSender } from '../webhooks/events/event-sender.ts'
import { rememberSighting, rememberSignup } from '../widgets/sightings.store.ts'

/** Dependencies of the widget's calls. */
export interface EmbedServices {
  auth: AuthServices
  tokens: EmbedTokens
  sessions: EmbedSessions
  /** The master settings: they name the tools. */
  settings: SettingsCache
  /** Returns whether a person can take over the conversations of a widget. */
  hasHandover: (widgetId: string) => Promise<boolean>
  /** Receives the first sighting of a widget on a site. */
  events: EventSender
  /** Runs the calls of one address in turn. */
  takeTurn: TakeTurn
}

/** Serves the lists, the sessions and the two forms of widgets. */
export function mountEmbed(app: Hono<AppEnv>, services: EmbedServices): void {
  const { auth, sessions, settings, hasHandover } = services
  const { db, now } = auth

  serve(app, routes.embedLists, async (_c, { query, user }) => {
    const widget = await findActiveWidget(db, query.embed_id)
    if (widget === undefined) throw notFound('Widget not found.')
    const own = user === null ? noLimits : await findEntitlements(db, user.email)
    const appearance = toAppearance(widget.id, widget.appearance)
    return {
      config: {
        title: widgetTitle(widget),
        theme: widget.widgetTheme,
        conversations: widget.allowConversations,
        allow_attachments: widget.allowAttachments,
        sidebar_collapsed: widget.sidebarCollapsed,
        compose_placeholder: widget.composePlaceholder,
        require_disclaimer: widgetDefaults.requireDisclaimer,
        disclaimer_url: widgetDefaults.disclaimerUrl,
        affiliate_code: widget.affiliateCode,
        position:
          appearance.position ?? (widget.widgetTheme === 'aurora' ? 'bottom-left' : widgetDefaults.position),
        handover: await hasHandover(widget.id),
        appearance,
      },
      authors: offered(
        await listAuthors(db, widget.clientOwner ?? undefined),
        widget.allowedAuthors,
        own.allowedAuthors,
      ),
      tools: offered(listTools(await settings.current()), widget.allowedTools, own.allowedTools),
    }
  })

  mountSession(app, services)

  mountForm('/embed/login', async (credentials) => ({
    user: await checkCredentials(auth, credentials),
    isNew: false,
  }))

  mountForm('/embed/signup', async (credentials, embedId) => {
    const outcome = await signUp(auth, credentials)
    if (outcome.isNew) {
      await rememberSignup(db, { email: normalisedEmail(credentials.email), embedId, at: now() })
    }
    return outcome
  })

  function mountForm(
    path: string,
    enter: (credentials: NewAccount, embedId: string | null) => Promise<SignupOutcome>,
  ): void {
    app.post(path, async (c) => {
      c.header('Cache-Control', 'no-store')
      const language = readerLanguage(c)
      const { cfg = '' } = parseInput(embedAuthQuerySchema, givenParameters(c.req.query()), language)
      const { email, password, redirect } = parseInput(embedAuthFormSchema, await readForm(c), language)
      const embedId = (await findActiveWidget(db, cfg))?.id ?? null
      const clientAddress = c.get('clientAddress')
      const deviceToken = readDeviceCookie(c, 'frame')
      const { user, isNew } = await enter({ email, password, language, clientAddress, deviceToken }, embedId)
      if (user !== null) {
        await sessions.open(c, user)
        auth.recordEvent({ action: 'sign_in', accountId: user.id })
        await recognizeDevice(auth, c, user, { place: 'frame', isFirst: isNew })
      }
      return entered(c, safeRedirect(redirect, cfg))
    })
  }

  function entered(c: AppContext, target: string): Response {
    return acceptsJson(c) ? c.json({ ok: true }) : c.redirect(target, 303)
  }
}

/** Serves the tokens of widgets. */
function mountSession(
  app: Hono<AppEnv>,
  {
    auth,
    tokens,
    sessions,
    events,
    takeTurn,
  }: Pick<EmbedServices, 'auth' | 'tokens' | 'sessions' | 'events' | 'takeTurn'>,
): void {
  const { db, now } = auth
  const identify = createIdentify(db, now)

  // Anybody may open sessions without an account, and each takes several statements.
  serve(app, routes.embedSession, (c, { body }) => takeTurn(c, () => openSession(c, body)))

  async function openSession(c: AppContext, body: EmbedSessionRequest): Promise<EmbedSession> {
    const widget = await findActiveWidget(db, body.cfg)
    if (widget === undefined) throw notFound('Widget not found.')
    // A proxy in front may have asked under a name of its own.
    const own = body.origin === auth.siteUrl().origin ? body.origin : askedOrigin(c)
    const ancestors = [body.origin, ...(body.ancestors ?? [])]
    if (!mayBeFramedBy(widget.allowedOrigins, ancestors, own)) {
      throw new HttpError('forbidden', 'This chat is not allowed on that site.')
    }
    const known = await sessions.visitor(c)
    const isRenewal = known?.cfg === widget.id
    const identified = isRenewal ? await sessions.identified(c) : undefined
    const account = body.user && (await identify(c, widget, { identity: body.user, identified }))
    // Previews on our own pages install nothing. A session counts once: its renewals report no other site.
    if (body.origin !== own && !isRenewal) {
      // Visitors are many, sites few: a /48 that many customers share costs them nothing here, and one customer may have it.
      const address = countedAddress(c.get('clientAddress'), 48)
      const seen = { widget, origin: body.origin, seenAt: now(), address }
      await rememberSighting(db, seen, events)
    }
    const ignoresCookies = account !== undefined || body.guest === true || (isRenewal && known.identified)
    // Another visitor, or a guest after one, gets another token: it opens nothing of the visitor before.
    const isSame = isRenewal && identified === account && known.identified === ignoresCookies
    const visitor = {
      cfg: widget.id,
      origins: originsKey(widget.allowedOrigins),
      visitor: isSame ? known.visitor : newToken(),
      identified: ignoresCookies,
    }
    if (account !== undefined) await sessions.identify(c, visitor, account)
    return { token: await tokens.issue(visitor, now()), expires_in: tokenSeconds }
  }
}

// Returns the authors and tools that the chat accepts.
function offered(
  all: readonly { name: string }[],
  widgets: readonly string[],
  own: readonly string[],
): { name: string }[] {
  return all.filter(({ name }) => allows(widgets, name) && allows(own, name)).map(({ name }) => ({ name }))
}
