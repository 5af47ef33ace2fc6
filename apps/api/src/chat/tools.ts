import type { Tool } from '@org/api-client/contract'
import { searchToolDescription, searchToolName } from './search-tool.ts'

const tools: readonly Tool[] = [{ name: searchToolName, description: searchToolDescription }]

/** The tools that a question may be limited to. */
export function listTools(): Tool[] {
  return [...tools]
}
