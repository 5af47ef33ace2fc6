import type { EngineStores } from '../engine-stores.ts'
import type { RunStart } from '../stores/signals.ts'

/** Called when the server answers 401: removes the question and its pending answer, and requests a sign-in. */
export function takeBackRefused(stores: EngineStores, start: RunStart): void {
  const { key, userKey, messageKey, prompt } = start
  if (start.continued !== undefined || isKnown(stores, start)) takeBack(stores, start)
  else {
    takeBack(stores, { ...start, added: [userKey, messageKey] })
    if (stores.drafts.store(key).get().text === '') {
      stores.drafts.set(key, { text: prompt.text, images: prompt.images })
    }
    stores.access.setPendingPrompt(prompt, key)
  }
  stores.signals.changed.emit(key)
  void stores.access.loginRequired()
}

/** Called when another question is being answered: puts this one back into the composer. */
export function takeBackUnsent(stores: EngineStores, start: RunStart): void {
  const { key, messageKey, prompt, added } = start
  // The server has the question, and was only to answer it again.
  if (added.length === 0) {
    return stores.messages.patch(messageKey, {
      status: 'interrupted',
      error: stores.context.labels.streamingFailed,
    })
  }
  takeBack(stores, start)
  if (!isKnown(stores, start)) stores.drafts.prepend(key, prompt)
}

function takeBack(stores: EngineStores, { key, messageKey, added }: RunStart): void {
  for (const one of added) stores.outbox.dispatch(one, { type: 'withdrawn' })
  stores.branches.remove(key, added)
  stores.prompts.delete(messageKey)
}

/** Returns whether the server has stored the question, so that only its answer is missing. */
function isKnown(stores: EngineStores, { userKey, added }: RunStart): boolean {
  return !added.includes(userKey) && typeof stores.messages.get(userKey)?.id === 'string'
}
