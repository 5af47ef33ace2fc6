import type { ChatEngine } from '../types.ts'

/** Options of {@link connectEngine}. */
export interface ConnectOptions {
  /** True to list the conversations at once. @default true */
  autoStart?: boolean | undefined
  /** True to resume a broken answer when the page becomes visible or the network is back. @default true */
  autoResume?: boolean | undefined
}

/**
 * Starts an engine in a page, and resumes what a lost connection broke off when a person returns to it.
 *
 * @returns a function that ends it. Whoever made the engine disposes of it.
 * @example
 * import { createChatEngine } from '@org/chat-engine'
 * import { createAiSdkTransport } from '@org/chat-engine/ai-sdk'
 * import { connectEngine } from '@org/chat-engine/stores'
 *
 * const engine = createChatEngine({ transport: createAiSdkTransport() })
 * export const disconnect = connectEngine(engine)
 */
export function connectEngine(
  engine: ChatEngine,
  { autoStart = true, autoResume = true }: ConnectOptions = {},
): () => void {
  if (autoStart) void engine.start()
  return autoResume ? resumeOnReturn(engine) : () => undefined
}

/** Resumes when the network or the person is back. */
export function resumeOnReturn(engine: Pick<ChatEngine, 'resume'>): () => void {
  // A server render has nobody who returns.
  if (typeof window === 'undefined') return () => undefined
  const listening = new AbortController()
  const { signal } = listening
  const resume = () => engine.resume()
  const resumeWhenVisible = () => {
    if (document.visibilityState === 'visible') resume()
  }
  window.addEventListener('online', resume, { signal })
  window.addEventListener('focus', resume, { signal })
  document.addEventListener('visibilitychange', resumeWhenVisible, { signal })
  return () => listening.abort()
}
