import type { ChatEngine, FindHit } from '../types.ts'

type Searched = Pick<ChatEngine, 'thread' | 'message' | 'loadOlder'>

/** Finds every match of `text` in a conversation, oldest first, ignoring case; older messages are loaded first. */
export async function findInConversation(
  { thread, message, loadOlder }: Searched,
  key: string,
  text: string,
): Promise<FindHit[]> {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  for (let known = -1; thread(key).get().hasOlder && known < thread(key).get().messageKeys.length;) {
    known = thread(key).get().messageKeys.length
    await loadOlder(key)
  }
  return thread(key)
    .get()
    .messageKeys.flatMap((messageKey) => {
      const said = toReadText(message(messageKey).get()?.text ?? '').toLowerCase()
      const count = said.split(wanted).length - 1
      return Array.from({ length: count }, (_, index) => ({ messageKey, index }))
    })
}

/** A text as it reads on screen: without the addresses of links, tags and the marks of Markdown. */
function toReadText(text: string): string {
  return text
    .replaceAll(/\]\([^()\s]*\)/gu, ']')
    .replaceAll(/<\/?[a-z][^<>]*>/giu, '')
    .replaceAll(/\*\*|__|~~|`+|^#{1,6} |^> /gmu, '')
}
