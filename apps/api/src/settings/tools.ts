import type { Tool } from '@org/api-client/contract'
import type { AnswerSettings } from './answer-settings.ts'

/** The tools that a question may be limited to. */
export function listTools({ search }: AnswerSettings): Tool[] {
  return [{ name: search.name, description: search.description }]
}
