import type { ChatEvent } from '@org/api-client/contract'
import { pauseWhenDue } from '../../platform/process/pause-when-due.ts'
import type { ApprovedMatch } from '../approved/approved-answers.ts'
import type { TurnSources } from '../model/turn-sources.ts'
import type { AnswerText } from './answer-text.ts'

/** The parts of a run that write an approved answer. */
interface ApprovedRun {
  sources: TurnSources
  signal: AbortSignal
  emit: (event: ChatEvent) => void
}

/** Words that arrive together. */
const pieces = /(?:\S+\s*){1,3}/gu

/**
 * Writes an approved answer as a model's: its review and sources first, then its text word by word. No model is called.
 *
 * @throws the reason of the signal when the answer is stopped
 */
export async function writeApprovedAnswer(
  approved: ApprovedMatch,
  answer: AnswerText,
  { sources, signal, emit }: ApprovedRun,
): Promise<void> {
  const { id, reviewer, reviewedAt } = approved
  const approval = { id, reviewer, reviewed_at: reviewedAt }
  answer.addEvidence({ approval })
  emit({ type: 'approval', content: approval })
  const order = approved.sources.map(({ title, heading, url, publisher, language, quote }, at) => {
    // Two citations may quote one passage: each has its own number.
    const number = sources.cite({
      id: `${id}:${at}`,
      title,
      heading,
      url,
      author: publisher,
      text: quote,
      language,
    })
    return { number, quote }
  })
  for (const product of approved.products) sources.offer(product)
  sources.reorder(order)
  answer.judgement = { outcome: 'approved', suggestions: [], sources: order }
  answer.searched = order.length > 0
  answer.emitSources()
  for (const piece of approved.answer.match(pieces) ?? []) {
    signal.throwIfAborted()
    answer.writeModelText(piece)
    await pauseWhenDue()
  }
  answer.writeRest()
}
