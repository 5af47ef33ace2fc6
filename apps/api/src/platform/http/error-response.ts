import type { ErrorBody } from '@org/api-client/contract'
import { HTTPException } from 'hono/http-exception'
import { isDatabaseAway } from '../../db/database-failure.ts'
import { isAccountGone, isForeignKeyBroken } from '../../db/unique-violation.ts'
import { say } from '../../languages/say.ts'
import { isDeadlock } from '../../db/retry-deadlocks.ts'
import type { AppContext } from './app-env.ts'
import { HttpError, loginRequired } from './http-error.ts'
import { readerLanguage } from './reader-language.ts'

/** Turns whatever a handler threw into the error shape; what we did not foresee is logged and told to nobody. */
export function respondToError(error: Error, c: AppContext): Response {
  const failed = (cause: unknown, what: string) =>
    c.get('log').error({ error: cause, request_id: c.get('requestId') }, what)
  if (error instanceof HttpError) {
    // The cause of a refusal is in what was sent.
    if (error.cause !== undefined && error.status >= 500) failed(error.cause, 'a service failed')
    return errorResponse(c, error)
  }
  if (error instanceof HTTPException && error.status < 500) {
    return errorResponse(c, new HttpError('malformed', 'The request is malformed.'))
  }
  if (isAccountGone(error)) return errorResponse(c, loginRequired())
  // The row that another one refers to was deleted after the checks of the request.
  if (isForeignKeyBroken(error)) {
    return errorResponse(
      c,
      new HttpError('conflict', 'Something that belongs to this was deleted in the meantime.'),
    )
  }
  if (isDatabaseAway(error) || isDeadlock(error)) {
    failed(error, 'the database, or a file, is out of reach')
    return errorResponse(
      c,
      new HttpError('unavailable', 'The service is unavailable. Please try again shortly.', {
        retryAfterSeconds: 5,
      }),
    )
  }
  failed(error, 'request failed')
  return errorResponse(c, new HttpError('internal', 'Something went wrong on our side. Please try again.'))
}

/** The answer that an error stands for, in the reader's language (WIRE: every error has this shape). */
function errorResponse(c: AppContext, error: HttpError): Response {
  const { values } = error
  const language = readerLanguage(c)
  const detail =
    error.fields?.map(({ path, message }) => ({ path, message: say(language, message, ...values) })) ??
    error.detail
  const body: ErrorBody = {
    error: say(language, error.sentence, ...values),
    code: error.code,
    ...(detail === undefined ? {} : { detail }),
    request_id: c.get('requestId'),
  }
  if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds))
  c.header('Cache-Control', 'no-store')
  return c.json(body, error.status)
}
