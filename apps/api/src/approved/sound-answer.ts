import type { ApprovedCreate } from '@org/api-client/contract'
import { citedSources } from '../chat/approved/cited-sources.ts'
import { signatureOf } from '../chat/approved/question-signature.ts'
import { citedNumbers } from '../chat/model/citation-markers.ts'
import type { Transaction } from '../db/database.ts'
import { invalid } from '../platform/http/http-error.ts'

/**
 * Requires of a published answer that its question can be matched, that each of its numbers has a citation and each citation a
 * number, and that the cited articles are published and have the quoted sentences.
 *
 * @throws {HttpError} 422 of the field
 */
export async function requireSound(
  tx: Transaction,
  { status, language, question, variants, answer, citations, reviewed_at: from, expires_at: to }: Sound,
  clientId: string | null,
): Promise<void> {
  if (to !== null && to < from) {
    throw invalid([{ path: 'expires_at', message: 'The last day must not be before the review.' }])
  }
  if (status !== 'published') return
  if ([question, ...variants].every((text) => signatureOf(text, language) === undefined)) {
    throw invalid([{ path: 'question', message: 'Write a question that names its subject.' }])
  }
  const cited = citedNumbers(answer)
  const unknown = cited.find((number) => number < 1 || number > citations.length)
  if (unknown !== undefined) {
    throw invalid([{ path: 'answer', message: 'There is no source [{0}].' }], unknown)
  }
  const unused = citations.findIndex((_, at) => !cited.includes(at + 1))
  if (unused !== -1) {
    throw invalid(
      [{ path: 'answer', message: 'The answer does not cite source [{0}]. Cite it or remove it.' }],
      unused + 1,
    )
  }
  const sources = await citedSources(tx, citations, clientId)
  const gone = sources.findIndex(({ found }) => !found)
  if (gone !== -1) {
    throw invalid(
      [{ path: 'citations', message: 'Source [{0}] is not published, or no longer says what is quoted.' }],
      gone + 1,
    )
  }
}

type Sound = Omit<ApprovedCreate, 'client_id'>
