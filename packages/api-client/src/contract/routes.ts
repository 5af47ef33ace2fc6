import type { z } from 'zod'
import type { MemberAction } from '../member-rights.ts'
import { accountRoutes } from './accounts/account-routes.ts'
import { memberRoutes } from './accounts/members-routes.ts'
import { organisationSignInRoutes } from './accounts/organisation-sign-in-routes.ts'
import { managedAccountRoutes } from './accounts/managed-accounts-routes.ts'
import { chatRoutes } from './chat/chat-routes.ts'
import { approvedRoutes } from './content/approved-routes.ts'
import { contentRoutes } from './content/content-routes.ts'
import { entitlementRoutes } from './operators/entitlements-routes.ts'
import { evaluationRoutes } from './operators/evaluation-routes.ts'
import { operationRoutes } from './operators/operations-routes.ts'
import { apiKeyRoutes } from './keys/api-key-routes.ts'
import { operatorRoutes } from './operators/operators-routes.ts'
import { reviewRoutes } from './operators/review-routes.ts'
import { settingsRoutes } from './operators/settings-routes.ts'
import { siteRoutes } from './site-routes.ts'
import { statsRoutes } from './stats-routes.ts'
import { clientRoomRoutes } from './widgets/client-room-routes.ts'
import { configuratorRoutes } from './widgets/configurators-routes.ts'
import { embedRoutes } from './widgets/embed-routes.ts'
import { orderRoutes } from './widgets/order-routes.ts'
import { handoverRoutes } from './widgets/handover-routes.ts'
import { visitorRoutes } from './widgets/visitors-routes.ts'
import { webhookRoutes } from './widgets/webhooks-routes.ts'

/** Request and answer of one call. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for its parameters. */
  path: string
  query?: z.ZodType
  request?: z.ZodType
  /** @default 'json' */
  requestType?: 'json' | 'form' | 'multipart'
  /** The body of the 2xx answer; absent for a 204. With `stream`, one event. */
  response?: z.ZodType
  stream?: true
  /** The media type of an answer that is not JSON. */
  responseType?: 'image/*' | 'text/csv'
}

interface SiteCall extends Call {
  /**
   * True for a dangerous action: the signed-in person must have proved a password or a second factor within the last ten
   * minutes (403 `proof_required`).
   */
  proof?: true
}

/**
 * One call of the site and of its widgets, with the access that it requires. `visitor`: everybody. `guest`: everybody, unless
 * anonymous chat is blocked. `user`: any signed-in person. `client`: members of an organisation whose role includes the action,
 * and administrators. `admin`: role admin.
 */
export type Route =
  | (SiteCall & { access: 'client'; action: MemberAction })
  | (SiteCall & { access: 'visitor' | 'guest' | 'user' | 'admin'; action?: never })

/** Every call that the two specifications and the wire contract name, by its name in the client. */
export const routes = {
  ...accountRoutes,
  ...managedAccountRoutes,
  ...chatRoutes,
  ...siteRoutes,
  ...statsRoutes,
  ...configuratorRoutes,
  ...settingsRoutes,
  ...contentRoutes,
  ...evaluationRoutes,
  ...approvedRoutes,
  ...operationRoutes,
  ...handoverRoutes,
  ...orderRoutes,
  ...clientRoomRoutes,
  ...visitorRoutes,
  ...webhookRoutes,
  ...apiKeyRoutes,
  ...memberRoutes,
  ...organisationSignInRoutes,
  ...operatorRoutes,
  ...reviewRoutes,
  ...entitlementRoutes,
  ...embedRoutes,
} as const satisfies Record<string, Route>

/** The name of a call. */
export type RouteName = keyof typeof routes
