import type { FinishedTurn } from '../chat/answering/answer-runtime.ts'
import { findConfigurator } from '../embed/configurators.store.ts'
import type { Db } from '../db/database.ts'
import { countAddress } from './addresses.ts'
import { type MessageEvent, addressKey, ownSite, recordMessages } from './analytics.events.ts'
import { locateNothing, type Locate } from './geo-ip.ts'
import { classify } from './subjects.ts'

/** Notes a turn in the statistics: its question, unless that was asked before, and what was answered. */
export type TurnRecorder = (turn: FinishedTurn) => Promise<void>

/** @param locate finds the place of an address; without it every address is an unresolved one */
export function createTurnRecorder(db: Db, locate: Locate = locateNothing): TurnRecorder {
  let key: Promise<string> | undefined
  const keyOnce = () => {
    key ??= addressKey(db).catch((error: unknown) => {
      key = undefined
      throw error
    })
    return key
  }
  return async ({ ids, question, answer, origin, askedAt, answeredAt }) => {
    const { hash, masked } = countAddress(origin.address, await keyOnce())
    const widget = origin.embedId === null ? undefined : await findConfigurator(db, origin.embedId)
    const common = {
      clientId: widget?.clientOwner ?? ownSite,
      widgetId: widget?.id ?? ownSite,
      // A guest's turns have no conversation here: those that begin alike at one address are one.
      conversation:
        ids.conversationId ??
        `guest ${countAddress(`${origin.address} ${question.first}`, await keyOnce()).hash}`,
      addressHash: hash,
      addressMasked: masked,
      place: locate(origin.address),
    }
    const asked: MessageEvent = {
      ...common,
      id: ids.questionId,
      at: askedAt,
      role: 'user',
      products: [],
      authors: [],
      subject: classify(question.text),
    }
    const answered: MessageEvent = {
      ...common,
      id: ids.answerId,
      at: answeredAt,
      role: 'assistant',
      products: answer.products,
      authors: answer.authors,
      subject: null,
    }
    await recordMessages(db, [...(question.isAgain ? [] : [asked]), ...(answer.isEmpty ? [] : [answered])])
  }
}
