import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { nextMonth, readBudgets } from './budgets.store.ts'

/** The widget of a question; null for the site itself. */
export type AskedWidget = { id: string; clientOwner: string | null } | null

/** Refuses questions whose budget of the month is spent. */
export interface BudgetGuard {
  /**
   * Looks into memory alone.
   *
   * @returns the refusal of a question, or undefined where its answer may cost something
   */
  refusal: (widget: AskedWidget) => HttpError | undefined
  /** Reads what was spent. */
  refresh: () => Promise<void>
}

interface Stopped {
  deployment: boolean
  clients: ReadonlySet<string>
  /** Owners of the widgets: a budget begins anew with the next one. */
  widgets: ReadonlyMap<string, string | null>
}

const nothing: Stopped = { deployment: false, clients: new Set(), widgets: new Map() }

/** The sentence that visitors read. */
export const budgetSpent =
  'This assistant has used up what it may spend this month. It answers again from {0} (UTC).'

/** Creates a guard that refuses nothing before its first {@link BudgetGuard.refresh}. */
export function createBudgetGuard(db: Db, now: () => Date): BudgetGuard {
  let stopped = nothing
  return {
    refusal(widget) {
      const isStopped =
        stopped.deployment ||
        (widget !== null &&
          (stopped.widgets.get(widget.id) === widget.clientOwner ||
            (widget.clientOwner !== null && stopped.clients.has(widget.clientOwner))))
      if (!isStopped) return undefined
      const at = nextMonth(now())
      return new HttpError('rate_limited', budgetSpent, {
        values: [at.toISOString().slice(0, 10)],
        retryAfterSeconds: Math.ceil((at.getTime() - now().getTime()) / 1000),
      })
    },
    async refresh() {
      const spent = (await readBudgets(db, now(), null)).filter(({ state }) => state === 'stopped')
      stopped = {
        deployment: spent.some(({ scope }) => scope === 'deployment'),
        clients: new Set(spent.flatMap(({ clientId }) => clientId ?? [])),
        widgets: new Map(
          spent.flatMap(({ widgetId, ownerId }) => (widgetId === null ? [] : [[widgetId, ownerId]])),
        ),
      }
    },
  }
}

/** Milliseconds between two reads: answers of this time may exceed a budget. */
const readMs = 5000

/** Keeps a guard current while the server runs; returns a function that stops it. */
export function startBudgetGuard(guard: BudgetGuard, log: Logger): () => Promise<void> {
  let running: Promise<void> | undefined
  const read = () => {
    running ??= guard
      .refresh()
      .catch((error: unknown) => log.warn({ error }, 'budgets were not read'))
      .finally(() => (running = undefined))
  }
  const timer = setInterval(read, readMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
