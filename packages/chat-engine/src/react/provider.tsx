import { createContext, useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import { resumeOnReturn } from '../bindings/connect-engine.ts'
import type { ChatEngine } from '../types.ts'

const ChatEngineContext = createContext<ChatEngine | null>(null)

export interface ChatEngineProviderProps {
  /** Made once, outside of rendering. Who made it disposes of it. Null while its code is on its way. */
  engine: ChatEngine | null
  /** True to list the conversations on mount. @default true */
  autoStart?: boolean | undefined
  /** True to resume a broken answer when the page becomes visible or the network is back. @default true */
  autoResume?: boolean | undefined
  children: ReactNode
}

/** Gives the engine to the hooks below it. On a server nothing is fetched. */
export function ChatEngineProvider({
  engine,
  autoStart = true,
  autoResume = true,
  children,
}: ChatEngineProviderProps) {
  useEffect(() => {
    if (autoStart) void engine?.start()
  }, [engine, autoStart])
  useEffect(() => (autoResume && engine !== null ? resumeOnReturn(engine) : undefined), [engine, autoResume])
  return <ChatEngineContext.Provider value={engine}>{children}</ChatEngineContext.Provider>
}

/**
 * The engine of the nearest provider.
 * @throws {Error} when there is none, or not yet.
 */
export function useChatEngine(): ChatEngine {
  const engine = useContext(ChatEngineContext)
  if (engine === null) throw new Error('useChatEngine needs a <ChatEngineProvider> with an engine above it.')
  return engine
}
