import {
  type Call,
  errorBodySchema,
  type PublicRoute,
  publicRoutes,
  type Route,
  routes,
} from '@org/api-client/contract'
import type { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../platform/http/app-env.ts'
import { honoPath } from '../platform/request/contract-route.ts'

/** Serves `GET /api/openapi.json` and `GET /api/v1/openapi.json`: the contract's calls that `app` answers. Mount it after them. */
export function mountOpenApi(app: Hono<AppEnv>): void {
  const served = new Set(app.routes.map(({ method, path }) => `${method} ${path}`))
  const isServed = ([, call]: [string, Call]) => served.has(`${call.method} ${honoPath(call)}`)
  const document = siteDocument(Object.entries<Route>(routes).filter(isServed))
  app.get('/api/openapi.json', (c) => c.json(document, 200, { 'Cache-Control': 'no-cache' }))
  const publicDocument = publicApiDocument(Object.entries<PublicRoute>(publicRoutes).filter(isServed))
  app.get('/api/v1/openapi.json', (c) => c.json(publicDocument, 200, { 'Cache-Control': 'no-cache' }))
}

/** The calls of the site and its widgets, which take a session. */
function siteDocument(calls: [name: string, route: Route][]): object {
  return openApiDocument('Assistant API', {
    calls: calls.map(([name, route]) => [
      route,
      {
        operationId: name,
        security:
          route.access === 'visitor' || route.access === 'guest' ? [{}, { session: [] }] : [{ session: [] }],
        parameters: [...pathParameters(route), ...queryParameters(route)],
        ...requestBody(route),
        responses: { ...success(route), default: { $ref: '#/components/responses/Error' } },
      },
    ]),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      responses: { Error: error('What went wrong') },
    },
  })
}

/** The calls of other systems, which take an API key. */
function publicApiDocument(calls: [name: string, route: PublicRoute][]): object {
  const headerOf = (name: string, description: string) => ({
    [name]: { description, schema: { type: 'string' } },
  })
  const limits = {
    ...headerOf('RateLimit-Policy', 'Calls of the key in a window of seconds: `"key";q=300;w=60`.'),
    ...headerOf(
      'RateLimit',
      'Calls that are left, and the seconds until the window ends: `"key";r=299;t=60`.',
    ),
  }
  const refusal = (description: string, headers = limits) => ({ ...error(description), headers })
  return openApiDocument('Assistant public API', {
    calls: calls.map(([name, route]) => [
      route,
      {
        operationId: name,
        summary: route.summary,
        // OpenAPI 3.1 lists the roles that a bearer token needs.
        security: [{ apiKey: [route.scope] }],
        parameters: [
          ...pathParameters(route),
          ...queryParameters(route),
          ...(route.method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
        ],
        ...requestBody(route),
        responses: {
          ...withHeaders(success(route), limits),
          401: { $ref: '#/components/responses/InvalidKey' },
          403: { $ref: '#/components/responses/Forbidden' },
          429: { $ref: '#/components/responses/RateLimited' },
          default: { $ref: '#/components/responses/Error' },
        },
      },
    ]),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'A request that repeats the key within a day changes nothing again.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      },
      responses: {
        Error: error('What went wrong'),
        InvalidKey: refusal('The API key is missing, unknown, replaced, expired or revoked', {
          ...headerOf('WWW-Authenticate', 'The scheme: `Bearer`.'),
          ...limits,
        }),
        Forbidden: refusal('The API key does not have the scope of the call'),
        RateLimited: refusal('The limit of the key is reached', {
          ...headerOf('Retry-After', 'Seconds to wait.'),
          ...limits,
        }),
      },
    },
  })
}

/** An OpenAPI 3.1 document, whose schemas are JSON Schema 2020-12 as zod writes it. */
function openApiDocument(
  title: string,
  { calls, components }: { calls: [call: Call, operation: object][]; components: object },
): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [{ path, method }, operation] of calls) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return { openapi: '3.1.0', info: { title, version: '1' }, paths, components }
}

const requestTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const

function requestBody(call: Call): object {
  if (call.request === undefined) return {}
  const schema = jsonSchema(call.request, 'input')
  return {
    requestBody: { required: true, content: { [requestTypes[call.requestType ?? 'json']]: { schema } } },
  }
}

function success(call: Call): Record<number, object> {
  if (call.response === undefined) return { 204: { description: 'Done' } }
  const content =
    call.stream === true
      ? { 'text/event-stream': { schema: jsonSchema(call.response, 'output') } }
      : json(call.response, 'output')
  return { 200: { description: call.stream === true ? 'One event of the stream' : 'The answer', content } }
}

function withHeaders(responses: Record<number, object>, headers: object): object {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, { ...response, headers }]),
  )
}

function error(description: string): object {
  return { description, content: json(errorBodySchema, 'output') }
}

function pathParameters(route: Call): object[] {
  return [...route.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(route: Call): object[] {
  if (route.query === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(route.query, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function json(schema: z.ZodType, io: 'input' | 'output'): object {
  return { 'application/json': { schema: jsonSchema(schema, io) } }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
