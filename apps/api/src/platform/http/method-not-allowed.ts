import type { Hono, MiddlewareHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { AppEnv } from './app-env.ts'
import { respondToError } from './error-response.ts'
import { HttpError } from './http-error.ts'

/** Answers 405 in our error shape where an address is known, but not with that method. */
export function refuseWrongMethod(app: Hono<AppEnv>): MiddlewareHandler<AppEnv> {
  return methodNotAllowed({
    app,
    onMethodNotAllowed(c, methods) {
      c.header('Allow', methods.join(', '))
      return respondToError(new HttpError('method_not_allowed', 'This address does not take that method.'), c)
    },
  })
}
