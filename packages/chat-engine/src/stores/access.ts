import type { EngineContext } from '../context.ts'
import { createStore } from '../platform/store.ts'
import type { Store } from '../platform/store.ts'
import { isLoginRequired } from '../transport/failures.ts'
import type { AccessState, PendingPrompt } from '../types.ts'

/** Access of the current person to the chat. */
export interface Access {
  readonly state: Store<AccessState>
  /** Returns whether the person is known to be signed out: the server stores nothing of a visitor. */
  isVisitor: () => boolean
  /** A list of the conversations worked. */
  signedIn: () => void
  /** A list or a question was refused with 401: the person is a guest, who must sign in when visitors are blocked. */
  loginRequired: () => Promise<void>
  /** Checks access again when a call failed because a session is required. */
  noteFailure: (error: unknown) => void
  /** @param conversationKey the conversation that the prompt was written in. */
  setPendingPrompt: (prompt: PendingPrompt | null, conversationKey?: string) => void
  /** Key of the conversation that the pending prompt was written in; empty without one. */
  pendingKey: () => string
  reset: () => void
}

const unknownAccess: AccessState = { status: 'unknown', pendingPrompt: null }

export function createAccess(context: EngineContext): Access {
  const state = createStore<AccessState>(unknownAccess)
  let check = 0
  let pendingKey = ''

  function setStatus(status: AccessState['status']) {
    check += 1
    state.update((access) => (access.status === status ? access : { ...access, status }))
  }

  async function loginRequired() {
    if (state.get().status !== 'needsAuth') setStatus('guest')
    const own = (check += 1)
    const visitors = await context.attempt('anonStatus', () => context.transport.anonStatus())
    if (visitors !== undefined && own === check) setStatus(visitors.blocked ? 'needsAuth' : 'guest')
  }

  return {
    state,
    isVisitor: () => {
      const { status } = state.get()
      return status === 'guest' || status === 'needsAuth'
    },
    signedIn: () => setStatus('signedIn'),
    loginRequired,
    noteFailure: (error) => {
      if (isLoginRequired(error)) void loginRequired()
    },
    setPendingPrompt: (pendingPrompt, conversationKey = '') => {
      pendingKey = conversationKey
      state.update((access) =>
        access.pendingPrompt === pendingPrompt ? access : { ...access, pendingPrompt },
      )
    },
    pendingKey: () => pendingKey,
    reset: () => {
      check += 1
      pendingKey = ''
      state.set(unknownAccess)
    },
  }
}
