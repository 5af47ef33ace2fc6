import { createSessionCalls, type Http } from '@org/api-client'

/** Ends the session of the frame; loaded when somebody signs out. */
export function logout(http: Http): Promise<void> {
  return createSessionCalls(http).logout()
}
