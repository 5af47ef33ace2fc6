import { type Attributes, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

const tracerName = '@org/api'

/** A part of a request, as a span of OpenTelemetry. Its attributes hold names and numbers, never texts of people. */
export interface OpenSpan {
  /** Adds attributes that are known later. */
  set: (attributes: Attributes) => void
  /** Ends the span; with the error that ended its work. */
  end: (error?: unknown) => void
}

/** Opens a span for work that is no single promise. Without an SDK it does nothing. */
export function openSpan(name: string, attributes: Attributes): OpenSpan {
  return toOpen(trace.getTracer(tracerName).startSpan(name, { attributes }))
}

/** Runs work in a span, of which the spans within it are parts. */
export async function inSpan<Result>(
  name: string,
  attributes: Attributes,
  run: (span: OpenSpan) => Promise<Result>,
): Promise<Result> {
  const span = trace.getTracer(tracerName).startSpan(name, { attributes })
  const open = toOpen(span)
  try {
    const result = await context.with(trace.setSpan(context.active(), span), () => run(open))
    open.end()
    return result
  } catch (error) {
    open.end(error)
    throw error
  }
}

function toOpen(span: Span): OpenSpan {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    end(error) {
      if (error !== undefined) {
        // The message of an error may quote what was sent: its type alone is stored.
        const type = error instanceof Error ? error.name : 'Error'
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
      }
      span.end()
    },
  }
}
