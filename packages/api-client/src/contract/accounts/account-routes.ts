import {
  accountDeleteRequestSchema,
  accountExportSchema,
  accountSessionsSchema,
  accountStorageSchema,
} from '../account.ts'
import { okSchema } from '../primitives.ts'
import {
  authCallbackRequestSchema,
  loginLinkRequestSchema,
  loginLinkResponseSchema,
  loginRequestSchema,
  loginResponseSchema,
  logoutResponseSchema,
  meResponseSchema,
  resetPasswordRequestSchema,
  resetPasswordResponseSchema,
  signupRequestSchema,
  signupResponseSchema,
  updatePasswordRequestSchema,
} from '../session.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'

/** Calls about sign-up, sign-in and the own account. */
export const accountRoutes = {
  me: { method: 'GET', path: '/api/me', access: 'visitor', response: meResponseSchema },
  login: {
    method: 'POST',
    path: '/api/login',
    access: 'visitor',
    request: loginRequestSchema,
    response: loginResponseSchema,
  },
  logout: { method: 'POST', path: '/api/logout', access: 'visitor', response: logoutResponseSchema },
  signup: {
    method: 'POST',
    path: '/api/signup',
    access: 'visitor',
    request: signupRequestSchema,
    response: signupResponseSchema,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset-password',
    access: 'visitor',
    request: resetPasswordRequestSchema,
    response: resetPasswordResponseSchema,
  },
  loginLink: {
    method: 'POST',
    path: '/api/login-link',
    access: 'visitor',
    request: loginLinkRequestSchema,
    response: loginLinkResponseSchema,
  },
  updatePassword: {
    method: 'POST',
    path: '/api/update-password',
    access: 'user',
    request: updatePasswordRequestSchema,
    response: okSchema,
  },
  authCallback: {
    method: 'POST',
    path: '/api/auth/callback',
    access: 'visitor',
    request: authCallbackRequestSchema,
    response: okSchema,
  },
  ...secondFactorRoutes,
  accountSessions: {
    method: 'GET',
    path: '/api/account/sessions',
    access: 'user',
    response: accountSessionsSchema,
  },
  endOtherSessions: { method: 'DELETE', path: '/api/account/sessions', access: 'user', proof: true },
  /** Needs a proof of identity, except for the session of the call. */
  endAccountSession: { method: 'DELETE', path: '/api/account/sessions/{id}', access: 'user' },
  accountStorage: {
    method: 'GET',
    path: '/api/account/storage',
    access: 'user',
    response: accountStorageSchema,
  },
  exportAccount: {
    method: 'GET',
    path: '/api/account/export',
    access: 'user',
    proof: true,
    response: accountExportSchema,
  },
  deleteAccount: {
    method: 'POST',
    path: '/api/account/delete',
    access: 'user',
    request: accountDeleteRequestSchema,
    response: okSchema,
  },
} as const
