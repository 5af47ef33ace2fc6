import { ProxyTracerProvider, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'

const tracerName = '@org/api'

/** Returns whether an OpenTelemetry SDK is loaded (`node --import`), which also exports the spans. */
export function isTracing(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(tracerName) !== undefined
}

/** A span a call, by its route, without an address or a query. */
export function traceCalls(): MiddlewareHandler<AppEnv> {
  const tracer = trace.getTracer(tracerName)
  return (c, next) =>
    tracer.startActiveSpan(c.req.method, { kind: SpanKind.SERVER }, async (span) => {
      try {
        await next()
      } finally {
        if (span.isRecording()) describe(span, c)
        span.end()
      }
    })
}

function describe(span: Span, c: AppContext): void {
  const route = routePath(c, -1)
  span.updateName(`${c.req.method} ${route}`)
  span.setAttributes({
    'http.request.method': c.req.method,
    'http.route': route,
    'http.response.status_code': c.res.status,
    'app.request_id': c.get('requestId'),
  })
  if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}
