import type { ConversationSummary } from '@org/chat-engine'
import { useAccess, useChatEngine, useSelectedConversation, useThread } from '@org/chat-engine/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAddressParameters } from '../../../shared/use-address-parameters.ts'
import { conversationParameter } from './conversation-path.ts'

/** The state of a page that stands in for a conversation that could not be found. */
const missing = 'conversation-missing'

/**
 * Keeps the conversation on screen and the address of the page the same: the address leads when it changes, and
 * follows when a new conversation gets its id or a removed one gives way. A guest's conversation goes by its key
 * in this browser; a blank one has no address.
 *
 * @returns whether the address named a conversation that does not exist, or is another person's
 */
export function useConversationAddress(): boolean {
  const engine = useChatEngine()
  const { state }: { state: unknown } = useLocation()
  const navigate = useNavigate()
  const wanted = useAddressParameters().get(conversationParameter)
  const selected = useSelectedConversation()
  const thread = useThread()
  const { status: access } = useAccess()
  const isGuest = access === 'guest' || access === 'needsAuth'
  const isBlank = thread?.history === 'ready' && thread.messageKeys.length === 0
  const before = useRef<ConversationSummary | null>(null)

  useEffect(() => {
    if (wanted === null) engine.create()
    else engine.select(wanted)
  }, [engine, wanted])

  const follow = useEffectEvent((conversation: ConversationSummary, hasNoMessages: boolean) => {
    const address = conversation.id ?? (isGuest && !hasNoMessages ? conversation.key : null)
    const wasShown = before.current
    before.current = conversation
    if (address === wanted) return
    // One that was asked for by its id alone, and was never found.
    const wasUnknown = wasShown !== null && wasShown.id === wanted && wasShown.updatedAt === null
    const isKnown = address !== null && !wasUnknown
    const parameters = new URLSearchParams(isKnown ? { [conversationParameter]: address } : {})
    void navigate(`?${parameters}`, { replace: true, state: wasUnknown ? missing : state })
  })

  useEffect(() => {
    if (selected !== null) follow(selected, isBlank)
  }, [selected, isBlank])

  return isBlank && state === missing
}
