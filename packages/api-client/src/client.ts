import { createAccountCalls } from './calls/account.ts'
import type { AccountCalls } from './calls/account.ts'
import { type ApiKeyCalls, createApiKeyCalls } from './calls/accounts/api-keys.ts'
import { createManagedAccountCalls, type ManagedAccountCalls } from './calls/accounts/managed-accounts.ts'
import {
  createMemberCalls,
  createMembershipCalls,
  type MemberCalls,
  type MembershipCalls,
} from './calls/accounts/members.ts'
import {
  createOrganisationLoginCalls,
  createOrganisationSignInCalls,
  type OrganisationLoginCalls,
  type OrganisationSignInCalls,
} from './calls/accounts/organisation-sign-in.ts'
import { createSecondFactorCalls, type SecondFactorCalls } from './calls/accounts/second-factor.ts'
import { createAdminCalls } from './calls/admin.ts'
import type { AdminCalls } from './calls/admin.ts'
import { createBillingCalls } from './calls/billing.ts'
import type { BillingCalls } from './calls/billing.ts'
import { createChatCalls } from './calls/chat.ts'
import type { ChatCalls, ChatCallsOptions } from './calls/chat.ts'
import { createContactCalls } from './calls/contact.ts'
import type { ContactCalls } from './calls/contact.ts'
import { type ApprovedAnswerCalls, createApprovedAnswerCalls } from './calls/approved.ts'
import { createContentCalls } from './calls/content.ts'
import type { ContentCalls } from './calls/content.ts'
import { createConversationCalls } from './calls/conversations.ts'
import type { ConversationCalls } from './calls/conversations.ts'
import { createEmbedCalls } from './calls/embed.ts'
import type { EmbedCalls } from './calls/embed.ts'
import { createEvaluationCalls, type EvaluationCalls } from './calls/evaluations.ts'
import { createHttp } from './http.ts'
import type { HttpOptions } from './http.ts'
import {
  createHandoverCalls,
  createHandoverSettingsCalls,
  type HandoverCalls,
  type HandoverSettingsCalls,
} from './calls/widgets/handover.ts'
import {
  type ClientRoomCalls,
  createClientRoomCalls,
  createInvitationCalls,
  type InvitationCalls,
} from './calls/widgets/client-room.ts'
import { createOrderCalls, type OrderCalls } from './calls/widgets/orders.ts'
import { createVisitorCalls, type VisitorCalls } from './calls/widgets/visitors.ts'
import { createWebhookCalls, type WebhookCalls } from './calls/widgets/webhooks.ts'
import { createImportCalls, type ImportCalls } from './calls/imports.ts'
import { createJobCalls, type JobCalls } from './calls/jobs.ts'
import { createListCalls } from './calls/lists.ts'
import type { ListCalls } from './calls/lists.ts'
import { createGapCalls, type GapCalls } from './calls/gaps.ts'
import { createOperationCalls, type OperationCalls } from './calls/operations.ts'
import { createReviewCalls } from './calls/review.ts'
import type { ReviewCalls } from './calls/review.ts'
import { createSessionCalls } from './calls/session.ts'
import type { SessionCalls } from './calls/session.ts'
import { createShareCalls, type ShareCalls } from './calls/shares.ts'
import { createSettingsDraftCalls, type SettingsDraftCalls } from './calls/settings-drafts.ts'
import { createSiteCalls } from './calls/site.ts'
import type { SiteCalls } from './calls/site.ts'
import { createSourceCalls, type SourceCalls } from './calls/sources.ts'
import { createStatsCalls } from './calls/stats.ts'
import type { StatsCalls } from './calls/stats.ts'

/** Options of {@link createApiClient}. */
export interface ApiClientOptions extends HttpOptions, ChatCallsOptions {}

/** Every call of the API. All send credentials, all throw `ApiError`, and none needs a `this`. */
export interface ApiClient
  extends
    SiteCalls,
    SessionCalls,
    AccountCalls,
    SecondFactorCalls,
    ManagedAccountCalls,
    MemberCalls,
    MembershipCalls,
    OrganisationSignInCalls,
    OrganisationLoginCalls,
    ConversationCalls,
    ShareCalls,
    ChatCalls,
    ListCalls,
    BillingCalls,
    ContactCalls,
    StatsCalls,
    AdminCalls,
    SettingsDraftCalls,
    EvaluationCalls,
    ReviewCalls,
    GapCalls,
    OperationCalls,
    ContentCalls,
    ApprovedAnswerCalls,
    ImportCalls,
    JobCalls,
    SourceCalls,
    EmbedCalls,
    HandoverCalls,
    HandoverSettingsCalls,
    ClientRoomCalls,
    InvitationCalls,
    OrderCalls,
    VisitorCalls,
    WebhookCalls,
    ApiKeyCalls {}

/**
 * The client of one API, with every call. A page that should ship only the calls it makes takes `createHttp` and
 * the topics it needs instead.
 * @example
 * import { createApiClient } from '@org/api-client'
 *
 * const client = createApiClient()
 *
 * export async function ask(text: string) {
 *   const { events } = await client.chat({ text })
 *   for await (const event of events) if (event.type === 'text-delta') console.log(event.text)
 * }
 */
export function createApiClient(options: ApiClientOptions = {}): ApiClient {
  const http = createHttp(options)
  return {
    ...createSiteCalls(http),
    ...createSessionCalls(http),
    ...createAccountCalls(http),
    ...createSecondFactorCalls(http),
    ...createManagedAccountCalls(http),
    ...createMemberCalls(http),
    ...createMembershipCalls(http),
    ...createOrganisationSignInCalls(http),
    ...createOrganisationLoginCalls(http),
    ...createConversationCalls(http),
    ...createShareCalls(http),
    ...createChatCalls(http, options),
    ...createListCalls(http),
    ...createContentCalls(http),
    ...createApprovedAnswerCalls(http),
    ...createImportCalls(http),
    ...createJobCalls(http),
    ...createSourceCalls(http),
    ...createBillingCalls(http),
    ...createContactCalls(http),
    ...createStatsCalls(http),
    ...createAdminCalls(http),
    ...createSettingsDraftCalls(http),
    ...createEvaluationCalls(http),
    ...createReviewCalls(http),
    ...createGapCalls(http),
    ...createOperationCalls(http),
    ...createEmbedCalls(http),
    ...createHandoverCalls(http),
    ...createHandoverSettingsCalls(http),
    ...createClientRoomCalls(http),
    ...createInvitationCalls(http),
    ...createOrderCalls(http),
    ...createVisitorCalls(http),
    ...createWebhookCalls(http),
    ...createApiKeyCalls(http),
  }
}
