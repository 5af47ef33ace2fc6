import type { ChatMessage } from '../types.ts'
import { useChatEngine } from './provider.tsx'
import { useStore } from './use-store.ts'

/** One message, by its key; undefined once it is gone. Of a thread, only the streaming one renders again. */
export function useMessage(key: string): ChatMessage | undefined {
  return useStore(useChatEngine().message(key))
}
