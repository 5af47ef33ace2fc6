import { lazyPart, useIdlePreload } from '@org/ui-kit'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { dialogAtom } from './chat.atoms.ts'

const ChatDialogs = lazyPart(async () => (await import('./chat-dialogs.tsx')).ChatDialogs)

/** The dialogs that an answer opens. Their code comes when the page is idle, or with the first press. */
export function LazyDialogs() {
  const isOpen = useAtomValue(dialogAtom) !== null
  const [wanted, setWanted] = useState(false)
  if (isOpen && !wanted) setWanted(true)
  useIdlePreload(ChatDialogs)
  // They stay once they were open: a dialog that is gone gives no focus back.
  return wanted && <ChatDialogs />
}
