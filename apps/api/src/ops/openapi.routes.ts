import { errorBodySchema, type Route, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../platform/http/app-env.ts'
import { honoPath } from '../platform/request/contract-route.ts'

/** Serves `GET /api/openapi.json`: the contract's calls that `app` answers. Mount it after them. */
export function mountOpenApi(app: Hono<AppEnv>): void {
  const served = new Set(app.routes.map(({ method, path }) => `${method} ${path}`))
  const document = openApiDocument(
    Object.entries(routes).filter(([, route]) => served.has(`${route.method} ${honoPath(route)}`)),
  )
  app.get('/api/openapi.json', (c) => c.json(document, 200, { 'Cache-Control': 'no-cache' }))
}

/** An OpenAPI 3.1 document, whose schemas are JSON Schema 2020-12 as zod writes it. */
function openApiDocument(calls: [name: string, route: Route][]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of calls) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Assistant API', version: '1' },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      responses: {
        Error: { description: 'What went wrong', content: json(errorBodySchema, 'output') },
      },
    },
  }
}

const requestTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const

function operation(name: string, route: Route): object {
  const content =
    route.response === undefined
      ? undefined
      : route.stream === true
        ? { 'text/event-stream': { schema: jsonSchema(route.response, 'output') } }
        : json(route.response, 'output')
  const requestType = requestTypes[route.requestType ?? 'json']
  return {
    operationId: name,
    security:
      route.access === 'visitor' || route.access === 'guest' ? [{}, { session: [] }] : [{ session: [] }],
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(route.request === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { [requestType]: { schema: jsonSchema(route.request, 'input') } },
          },
        }),
    responses: {
      ...(content === undefined
        ? { 204: { description: 'Done' } }
        : {
            200: { description: route.stream === true ? 'One event of the stream' : 'The answer', content },
          }),
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

function pathParameters(route: Route): object[] {
  return [...route.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(route: Route): object[] {
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
