import type {
  ApprovedAnswer,
  ApprovedAnswerDraft,
  ApprovedAnswerStart,
  ApprovedCitation,
} from '@org/api-client'
import { linesOf } from '../lines-of.ts'

/** An approved answer as its form holds it; the owner is chosen once. */
export interface AnswerFormDraft extends Omit<ApprovedAnswerDraft, 'variants' | 'citations'> {
  clientId: string | null
  /** One a line. */
  variants: string
  citations: readonly ApprovedCitation[]
}

/** The form of a stored answer, or of a new one. */
export function toDraft(
  stored: ApprovedAnswer | undefined,
  start: ApprovedAnswerStart | undefined,
  today: string,
): AnswerFormDraft {
  if (stored !== undefined) {
    const { status, language, question, answer, citations, clientId } = stored
    const { reviewer, reviewedAt, expiresAt } = stored
    return {
      status,
      language,
      question,
      variants: stored.variants.join('\n'),
      answer,
      citations,
      clientId,
      reviewer,
      reviewedAt,
      expiresAt,
    }
  }
  return {
    status: 'draft',
    language: start?.language ?? 'en',
    question: start?.question ?? '',
    variants: (start?.variants ?? []).join('\n'),
    answer: start?.answer ?? '',
    citations: start?.citations ?? [],
    clientId: start?.clientId ?? null,
    reviewer: '',
    reviewedAt: today,
    expiresAt: null,
  }
}

/** The form as it is sent, without its owner. */
export function fromDraft(draft: AnswerFormDraft): ApprovedAnswerDraft {
  const { status, language, question, answer, reviewer, reviewedAt, expiresAt } = draft
  return {
    status,
    language,
    question,
    variants: [...new Set(linesOf(draft.variants))],
    answer,
    citations: draft.citations.map(({ articleId, quote }) => ({ articleId, quote })),
    reviewer,
    reviewedAt,
    expiresAt,
  }
}

const marker = /[ \t]?\[(\d{1,3})\]/gu

/** Adds a source, and its number at the end of the text. */
export function withSource(
  { answer, citations }: Pick<AnswerFormDraft, 'answer' | 'citations'>,
  added: ApprovedCitation,
): Pick<AnswerFormDraft, 'answer' | 'citations'> {
  const text = answer.trimEnd()
  return {
    answer: `${text}${text === '' ? '' : ' '}[${citations.length + 1}]`,
    citations: [...citations, added],
  }
}

/** Removes a source with its numbers; the sources after it move up. */
export function withoutSource(
  { answer, citations }: Pick<AnswerFormDraft, 'answer' | 'citations'>,
  removed: number,
): Pick<AnswerFormDraft, 'answer' | 'citations'> {
  return {
    answer: answer.replaceAll(marker, (whole, digits: string) => {
      const number = Number(digits)
      if (number === removed) return ''
      return number > removed ? whole.replace(digits, String(number - 1)) : whole
    }),
    citations: citations.filter((_, at) => at + 1 !== removed),
  }
}
