import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { check } from 'recheck'
import { z } from 'zod'
import type { Attack } from '../hostile-texts.ts'
import type { SourceExpression } from './regular-expressions.ts'

/**
 * Results of the checker by expression. The checker takes seconds for one expression, so results are kept in a file;
 * a test run outside CI adds the missing ones to it.
 */
const recordPath = join(import.meta.dirname, 'regular-expression-verdicts.json')

/** Milliseconds that the checker may take for one expression, and for all that the record lacks in one run. */
const checkMs = Number(process.env['RECHECK_MS'] ?? 3000)
const allMs = Number(process.env['RECHECK_ALL_MS'] ?? 25_000)

const attackSchema = z.object({
  pumps: z.array(z.object({ prefix: z.string(), pump: z.string() })),
  suffix: z.string(),
})
const recordSchema = z.object({
  checker: z.string(),
  /** The attack text of each expression, or null where the checker finds none within its time. */
  attacks: z.record(z.string(), attackSchema.nullable()),
})

const checkerVersion = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)('recheck/package.json')).version

/** The attack texts that the checker finds for each expression. */
export async function readVerdicts(
  expressions: readonly SourceExpression[],
): Promise<Map<SourceExpression, Attack[]>> {
  const record = readRecord()
  const attacks: Record<string, Attack | null> = {}
  const end = performance.now() + allMs
  const found = new Map<SourceExpression, Attack[]>()
  for (const expression of expressions) {
    const key = `/${expression.pattern}/${expression.flags}`
    let attack = attacks[key] ?? record[key]
    // Out of time: the repetitions of another test still measure the expression.
    if (attack === undefined && performance.now() > end) continue
    attack ??= attack === undefined ? await findAttack(expression) : null
    attacks[key] = attack
    if (attack !== null) found.set(expression, [attack])
  }
  if ((process.env['CI'] ?? '') === '') writeRecord(attacks)
  return found
}

async function findAttack({ pattern, flags }: SourceExpression): Promise<Attack | null> {
  const result = await check(pattern, flags, { timeout: checkMs })
  if (result.status !== 'vulnerable') return null
  const { pumps, suffix } = result.attack
  return { pumps: pumps.map(({ prefix, pump }) => ({ prefix, pump })), suffix }
}

function readRecord(): Record<string, Attack | null> {
  if (!existsSync(recordPath)) return {}
  const { checker, attacks } = recordSchema.parse(JSON.parse(readFileSync(recordPath, 'utf8')))
  return checker === checkerVersion ? attacks : {}
}

function writeRecord(attacks: Record<string, Attack | null>): void {
  const sorted = Object.fromEntries(Object.entries(attacks).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const text = `${JSON.stringify({ checker: checkerVersion, attacks: sorted }, undefined, 2)}\n`
  if (!existsSync(recordPath) || readFileSync(recordPath, 'utf8') !== text) writeFileSync(recordPath, text)
}
