import { randomUUID } from 'node:crypto'
import type { FinishedTurn } from '../chat/answering/answer-task.ts'
import { recordTurnOf } from '../conversations/record-turn.ts'
import type { Db } from '../db/database.ts'
import { findConfigurator } from '../widgets/configurators.store.ts'
import { type AddressKeyOptions, addressKey, periodOf } from './address-keys.ts'
import { countAddress } from './addresses.ts'
import { type MessageEvent, ownSite, recordMessages } from './analytics.events.ts'
import { locateNothing, type Locate } from './geo-ip.ts'
import { classify } from './subjects.ts'

/** Adds a turn to the statistics: its question, unless that was asked before, and its answer. Skips turns of previews. */
export type TurnRecorder = (turn: Omit<FinishedTurn, 'run'>) => Promise<void>

/** Options of {@link createTurnRecorder}. */
export interface TurnRecorderOptions {
  keys: AddressKeyOptions
  /** Finds the place of an address. @default every address is an unresolved one */
  locate?: Locate
  /** @default the clock */
  now?: () => Date
}

/** Makes the recorder of one database. */
export function createTurnRecorder(
  db: Db,
  { keys, locate = locateNothing, now = () => new Date() }: TurnRecorderOptions,
): TurnRecorder {
  let latest: { period: number; key: Promise<string> } | undefined
  function currentKey(): Promise<string> {
    const at = now()
    const period = periodOf(at, keys.rotation)
    if (latest?.period !== period) {
      const key = addressKey(db, at, keys)
      const made = { period, key }
      latest = made
      key.catch(() => {
        if (latest === made) latest = undefined
      })
    }
    return latest.key
  }

  return async ({ ids, question, isAgain, answer, origin, askedAt, answeredAt }) => {
    if (origin.isPreview === true) return
    const first = question.history[0]?.content ?? question.text
    const key = await currentKey()
    const { hash, masked } = countAddress(origin.address, key)
    const widget = origin.embedId === null ? undefined : await findConfigurator(db, origin.embedId)
    const common = {
      clientId: widget?.clientOwner ?? ownSite,
      widgetId: widget?.id ?? ownSite,
      // A guest's turns have no conversation here: those that begin alike at one address are one.
      conversation:
        ids.conversation?.conversationId ?? `guest ${countAddress(`${origin.address} ${first}`, key).hash}`,
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
    const events = [...(isAgain ? [] : [asked]), ...(answer.isEmpty ? [] : [answered])]
    await recordTurnOf(db, ids.conversation, (tx, exists) =>
      recordMessages(tx, exists ? events : events.map(anonymised)),
    )
  }
}

/** An event of a conversation that was deleted while its answer ran: it counts, and leads to nobody. */
function anonymised(event: MessageEvent): MessageEvent {
  const token = `deleted ${randomUUID()}`
  return {
    ...event,
    id: randomUUID(),
    conversation: token,
    addressHash: token,
    addressMasked: '',
    place: null,
  }
}
