import {
  debugDecisionRequestSchema,
  debugDecisionSchema,
  entitlementOptionsSchema,
  entitlementsQuerySchema,
  entitlementsResponseSchema,
  entitlementsUpdateResponseSchema,
  entitlementsUpdateSchema,
} from './admin.ts'

/** Calls of administrators about the entitlements of people. */
export const entitlementRoutes = {
  debugDecision: {
    method: 'POST',
    path: '/api/tools/debug-decision',
    access: 'admin',
    request: debugDecisionRequestSchema,
    response: debugDecisionSchema,
  },
  entitlements: {
    method: 'GET',
    path: '/api/admin/entitlements',
    access: 'admin',
    query: entitlementsQuerySchema,
    response: entitlementsResponseSchema,
  },
  entitlementOptions: {
    method: 'GET',
    path: '/api/admin/entitlements/options',
    access: 'admin',
    response: entitlementOptionsSchema,
  },
  saveEntitlements: {
    method: 'POST',
    path: '/api/admin/entitlements',
    access: 'admin',
    proof: true,
    request: entitlementsUpdateSchema,
    response: entitlementsUpdateResponseSchema,
  },
} as const
