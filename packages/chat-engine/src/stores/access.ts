import type { EngineContext } from '../context.ts'
import { createStore } from '../platform/store.ts'
import type { Store } from '../platform/store.ts'
import type { AccessState, PendingPrompt } from '../types.ts'

/** Access of the current person to the chat. */
export interface Access {
  readonly state: Store<AccessState>
  /** Returns whether the person is known to be signed out: the server stores nothing of a visitor. */
  isVisitor: () => boolean
  /** ConversationList the conversations worked: clears what stood in the way. */
  signedIn: () => void
  /** ConversationList gave 401, or a question did: a guest, who must sign in when visitors are blocked. */
  loginRequired: () => Promise<void>
  setPendingPrompt: (prompt: PendingPrompt | null) => void
  reset: () => void
}

const unknownAccess: AccessState = { status: 'unknown', pendingPrompt: null }

export function createAccess(context: EngineContext): Access {
  const state = createStore<AccessState>(unknownAccess)
  let check = 0

  function setStatus(status: AccessState['status']) {
    check += 1
    state.update((access) => (access.status === status ? access : { ...access, status }))
  }

  return {
    state,
    isVisitor: () => {
      const { status } = state.get()
      return status === 'guest' || status === 'needsAuth'
    },
    signedIn: () => setStatus('signedIn'),
    loginRequired: async () => {
      if (state.get().status !== 'needsAuth') setStatus('guest')
      const own = (check += 1)
      const visitors = await context.attempt('anonStatus', () => context.transport.anonStatus())
      if (visitors !== undefined && own === check) setStatus(visitors.blocked ? 'needsAuth' : 'guest')
    },
    setPendingPrompt: (pendingPrompt) =>
      state.update((access) =>
        access.pendingPrompt === pendingPrompt ? access : { ...access, pendingPrompt },
      ),
    reset: () => {
      check += 1
      state.set(unknownAccess)
    },
  }
}
