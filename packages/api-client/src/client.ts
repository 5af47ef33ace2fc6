import { createAccountCalls } from './account.ts'
import type { AccountCalls } from './account.ts'
import { createAdminCalls } from './admin.ts'
import type { AdminCalls } from './admin.ts'
import { createBillingCalls } from './billing.ts'
import type { BillingCalls } from './billing.ts'
import { createChatCalls } from './chat.ts'
import type { ChatCalls, ChatCallsOptions } from './chat.ts'
import { createContactCalls } from './contact.ts'
import type { ContactCalls } from './contact.ts'
import { createConversationCalls } from './conversations.ts'
import type { ConversationCalls } from './conversations.ts'
import { createEmbedCalls } from './embed.ts'
import type { EmbedCalls } from './embed.ts'
import { createHttp } from './http.ts'
import type { HttpOptions } from './http.ts'
import { createListCalls } from './lists.ts'
import type { ListCalls } from './lists.ts'
import { createSessionCalls } from './session.ts'
import type { SessionCalls } from './session.ts'
import { createSiteCalls } from './site.ts'
import type { SiteCalls } from './site.ts'
import { createStatsCalls } from './stats.ts'
import type { StatsCalls } from './stats.ts'

/** Options of {@link createApiClient}. */
export interface ApiClientOptions extends HttpOptions, ChatCallsOptions {}

/** Every call of the API. All send credentials, all throw `ApiError`, and none needs a `this`. */
export interface ApiClient
  extends
    SiteCalls,
    SessionCalls,
    AccountCalls,
    ConversationCalls,
    ChatCalls,
    ListCalls,
    BillingCalls,
    ContactCalls,
    StatsCalls,
    AdminCalls,
    EmbedCalls {}

/**
 * The client of one API, with every call. A page that should ship only the calls it makes takes `createHttp` and
 * the topics it needs instead.
 * @example
 * const client = createApiClient()
 * const { events } = await client.chat({ text: 'What helps me sleep?' })
 * for await (const event of events) if (event.type === 'text-delta') write(event.text)
 */
export function createApiClient(options: ApiClientOptions = {}): ApiClient {
  const http = createHttp(options)
  return {
    ...createSiteCalls(http),
    ...createSessionCalls(http),
    ...createAccountCalls(http),
    ...createConversationCalls(http),
    ...createChatCalls(http, options),
    ...createListCalls(http),
    ...createBillingCalls(http),
    ...createContactCalls(http),
    ...createStatsCalls(http),
    ...createAdminCalls(http),
    ...createEmbedCalls(http),
  }
}
