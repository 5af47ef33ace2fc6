import { inject, type InjectionKey, onMounted, onUnmounted, provide } from 'vue'
import { connectEngine, type ConnectOptions } from '../bindings/connect-engine.ts'
import type { ChatEngine } from '../types.ts'

const engineKey: InjectionKey<ChatEngine> = Symbol('@org/chat-engine')

/**
 * Gives an engine to the components below, starts it when the component is mounted, and resumes broken answers when a
 * person returns. In a server render nothing is fetched. Whoever made the engine disposes of it.
 */
export function provideChatEngine(engine: ChatEngine, options: ConnectOptions = {}): void {
  provide(engineKey, engine)
  let disconnect = () => undefined as void
  onMounted(() => {
    disconnect = connectEngine(engine, options)
  })
  onUnmounted(() => disconnect())
}

/**
 * The engine of the nearest component that provides one.
 * @throws {Error} when there is none.
 */
export function useChatEngine(): ChatEngine {
  const engine = inject(engineKey, null)
  if (engine === null)
    throw new Error('useChatEngine needs provideChatEngine(engine) in a component above it.')
  return engine
}
