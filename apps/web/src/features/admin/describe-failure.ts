import { isApiError } from '@org/api-client'
import { adminTexts } from './admin.texts.ts'

/** Why a save failed: the server's own sentence, its status, or that it did (specification 2, section 8). */
export function describeFailure(error: unknown): string {
  if (!isApiError(error)) return adminTexts.saveFailed
  if (error.reason !== undefined) return error.reason
  return error.status === undefined ? adminTexts.saveFailed : adminTexts.httpError(error.status)
}
