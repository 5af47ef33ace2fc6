import { administratorEditor } from '@org/api-client'
import { knowledgeTexts } from './knowledge.texts.ts'

/** Returns the person who saved content as it is shown; null for nobody who is known. */
export function editorName(savedBy: string | null): string | null {
  return savedBy === administratorEditor ? knowledgeTexts.history.byAdministrator : savedBy
}
