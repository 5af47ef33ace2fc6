import type { ModelPriceList, ModelPricesSave } from '@org/api-client/contract'
import { gte, sql, sum } from 'drizzle-orm'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import { toDay } from '../analytics/days.ts'
import { localProvider } from '../chat/model/answer-judgement.ts'
import type { Db } from '../db/database.ts'
import { outcomeDaily } from '../db/schema/figures.ts'
import { modelPrices } from '../db/schema/operations.ts'
import { isCurrency } from './currency.ts'
import { invalid } from '../platform/http/http-error.ts'
import { readOperationSettings, writeOperationSettings } from './operation-settings.store.ts'

/** Price of a million tokens, in the deployment's currency. */
export interface TokenPrice {
  input: number
  output: number
}

/** Milliseconds for which prices are read from memory: a save reaches other instances within them. */
const memoryMs = 30_000

const free: TokenPrice = { input: 0, output: 0 }

/**
 * Returns the cost of tokens in millionths of the currency. A price for a million tokens is the same number of millionths
 * for one token.
 *
 * @returns null where the price is unknown; nothing costs nothing at any price
 */
export function costOf(
  { tokens, outputTokens }: { tokens: number; outputTokens: number },
  price: TokenPrice | null,
): number | null {
  if (tokens === 0) return 0
  return price && Math.round((tokens - outputTokens) * price.input + outputTokens * price.output)
}

/**
 * Creates the look-up of prices: stored ones, then the price of the configuration. The built-in model costs nothing.
 *
 * @param configured price of a million tokens of every other model; null: unknown
 */
export function createPriceReader(
  db: Db,
  configured: number | null,
): (model: string) => Promise<TokenPrice | null> {
  let memory: { until: number; prices: Promise<Map<string, TokenPrice>> } | undefined
  return async (model) => {
    if (model === localProvider) return free
    const now = performance.now()
    if (memory === undefined || memory.until < now) {
      const read = { until: now + memoryMs, prices: readPrices(db) }
      memory = read
      read.prices.catch(() => {
        if (memory === read) memory = undefined
      })
    }
    const stored = (await memory.prices).get(model)
    return stored ?? (configured === null ? null : { input: configured, output: configured })
  }
}

async function readPrices(db: Db): Promise<Map<string, TokenPrice>> {
  const rows = await db.select().from(modelPrices)
  return new Map(
    rows.map(({ model, inputPerMillion, outputPerMillion }) => [
      model,
      { input: inputPerMillion, output: outputPerMillion },
    ]),
  )
}

const usedDays = 30
const dayMs = 86_400_000

/** Lists stored prices and the models of the last 30 days, the most used first. */
export async function listPrices(db: Db, now: Date, configured: number | null): Promise<ModelPriceList> {
  const since = toDay(now.getTime() - usedDays * dayMs)
  const [stored, used, { currency }] = await Promise.all([
    readPrices(db),
    db
      .select({ model: outcomeDaily.model, answers: sum(outcomeDaily.answers) })
      .from(outcomeDaily)
      .where(gte(outcomeDaily.day, since))
      .groupBy(outcomeDaily.model),
    readOperationSettings(db),
  ])
  const answersOf = new Map(used.map(({ model, answers }) => [model, Number(answers)]))
  const items = [...new Set([...stored.keys(), ...answersOf.keys()])].map((model) =>
    Object.assign(knownPrice(model, stored.get(model), configured), {
      model,
      answers: answersOf.get(model) ?? 0,
    }),
  )
  return { currency, items: items.toSorted((a, b) => b.answers - a.answers || (a.model < b.model ? -1 : 1)) }
}

type KnownPrice = Pick<ModelPriceList['items'][number], 'input_per_million' | 'output_per_million' | 'source'>

function knownPrice(model: string, stored: TokenPrice | undefined, configured: number | null): KnownPrice {
  const of = (price: TokenPrice | null, source: KnownPrice['source']): KnownPrice => ({
    input_per_million: price?.input ?? null,
    output_per_million: price?.output ?? null,
    source,
  })
  if (model === localProvider) return of(free, 'built_in')
  if (stored !== undefined) return of(stored, 'saved')
  if (configured !== null) return of({ input: configured, output: configured }, 'configuration')
  return of(null, 'unknown')
}

/**
 * Replaces the stored prices, and notes it in the audit log.
 *
 * @throws {HttpError} 422 for an unknown currency or two prices of one model
 */
export async function savePrices(db: Db, { currency, prices }: ModelPricesSave, edit: Edit): Promise<void> {
  if (!isCurrency(currency)) throw invalid([{ path: 'currency', message: 'There is no such currency.' }])
  const names = prices.map(({ model }) => model)
  if (new Set(names).size < names.length) {
    throw invalid([{ path: 'prices', message: 'A model has one price.' }])
  }
  await db.transaction(async (tx) => {
    // Two saves at once follow each other.
    await tx.execute(sql`lock table model_prices in share row exclusive mode`)
    const before = Object.fromEntries(await tx.select().from(modelPrices).then(byModel))
    const { currency: earlier } = await readOperationSettings(tx)
    await tx.delete(modelPrices)
    if (prices.length > 0) {
      await tx.insert(modelPrices).values(
        prices.map((price) => ({
          model: price.model,
          inputPerMillion: price.input_per_million,
          outputPerMillion: price.output_per_million,
          updatedAt: edit.at,
        })),
      )
    }
    await writeOperationSettings(tx, { currency })
    const after = Object.fromEntries(
      prices.map((price) => [price.model, `${price.input_per_million} / ${price.output_per_million}`]),
    )
    const changes = changesBetween({ currency: earlier, ...before }, { currency, ...after })
    if (changes.length > 0) {
      const entry = { action: 'update', kind: 'model_prices', subject: '', organisationId: null } as const
      await recordChange(tx, { ...entry, changes }, edit)
    }
  })
}

function byModel(rows: (typeof modelPrices.$inferSelect)[]): [string, string][] {
  return rows.map(({ model, inputPerMillion, outputPerMillion }) => [
    model,
    `${inputPerMillion} / ${outputPerMillion}`,
  ])
}
