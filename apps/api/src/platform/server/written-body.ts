import { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'

/**
 * Calls the app, and lets its handlers write a body by themselves (`c.env.writeBody`): a web stream in between costs
 * more than the writing.
 */
export function withWrittenBodies(app: Hono<AppEnv>) {
  return async (request: Request, bindings: HttpBindings | Http2Bindings): Promise<Response> => {
    let write: ((connection: Writable) => void) | undefined
    const response = await app.fetch(request, { ...bindings, writeBody: (given) => (write = given) })
    // An error may have taken the body's place, or only the headers be asked for.
    if (write === undefined || response.body !== null || request.method === 'HEAD') return response
    const { outgoing } = bindings
    if (!(outgoing instanceof ServerResponse)) throw new Error('Bodies are written by HTTP/1.1 alone.')
    outgoing.writeHead(response.status, [...response.headers].flat())
    write(outgoing)
    return RESPONSE_ALREADY_SENT
  }
}
