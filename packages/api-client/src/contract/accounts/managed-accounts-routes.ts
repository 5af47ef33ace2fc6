import {
  accountDisabledSchema,
  accountRoleSchema,
  managedAccountDetailSchema,
  managedAccountsQuerySchema,
  managedAccountsSchema,
} from './managed-accounts.ts'

const path = '/api/admin/accounts'
const dangerous = { access: 'admin', proof: true } as const

/** Calls of administrators about the accounts and sessions of all people. */
export const managedAccountRoutes = {
  managedAccounts: {
    method: 'GET',
    path,
    access: 'admin',
    query: managedAccountsQuerySchema,
    response: managedAccountsSchema,
  },
  managedAccount: {
    method: 'GET',
    path: `${path}/{id}`,
    access: 'admin',
    response: managedAccountDetailSchema,
  },
  setAccountRole: {
    method: 'PUT',
    path: `${path}/{id}/role`,
    ...dangerous,
    request: accountRoleSchema,
    response: managedAccountDetailSchema,
  },
  setAccountDisabled: {
    method: 'PUT',
    path: `${path}/{id}/disabled`,
    ...dangerous,
    request: accountDisabledSchema,
    response: managedAccountDetailSchema,
  },
  resetSecondFactor: { method: 'DELETE', path: `${path}/{id}/second-factor`, ...dangerous },
  endManagedSessions: { method: 'DELETE', path: `${path}/{id}/sessions`, ...dangerous },
  endManagedSession: { method: 'DELETE', path: `${path}/{id}/sessions/{session}`, ...dangerous },
} as const
