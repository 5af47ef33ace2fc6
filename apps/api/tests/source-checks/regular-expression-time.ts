import { createContext, runInContext } from 'node:vm'
import type { SourceExpression } from './regular-expressions.ts'

const context = createContext({})

/** Milliseconds of processor time for a match everywhere in the text; `stopMs` when it takes longer. */
export function timeOf({ pattern, flags }: SourceExpression, text: string, stopMs: number): number {
  const all = flags.includes('g') ? flags : `${flags}g`
  Object.assign(context, { text, expression: new RegExp(pattern, all) })
  const before = process.threadCpuUsage()
  try {
    runInContext('text.replaceAll(expression, "")', context, { timeout: stopMs })
  } catch {
    return stopMs
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
