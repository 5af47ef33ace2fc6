import { queryOptions } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isApiError, organisationHeader } from '@org/api-client'
import type { Session, SessionCalls } from '@org/api-client'

/** Nobody is signed in: the answer to a failed check, too. */
export const signedOut: Session = { authenticated: false, role: null, email: null }

/** Key of the session check. */
export const sessionKey = ['session'] as const

/**
 * The session check, again on every focus of the window. A check that fails, or that the client gives up after
 * 7 s, means signed out (specification 1 section 4): this query never fails.
 */
export function meQuery(api: SessionCalls) {
  return queryOptions({
    queryKey: sessionKey,
    queryFn: async ({ signal, client }): Promise<Session> => {
      try {
        const session = await api.me({ signal })
        notePerson(client, session)
        answered.add(client)
        return session
      } catch (error) {
        if (signal.aborted) throw error
        answered.delete(client)
        return signedOut
      }
    },
    retry: false,
    staleTime: 30_000,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  })
}

/** Clients whose last session check the server has answered. */
export const answered = new WeakSet<QueryClient>()

/** Key of the last person who was signed in. */
const lastPerson = new WeakMap<QueryClient, string>()

/** Id of the organisation that the pages of a person show. */
const shownOrganisation = new WeakMap<QueryClient, string | undefined>()

function noteOrganisation(queryClient: QueryClient, { organisation }: Partial<Session>): void {
  shownOrganisation.set(queryClient, organisation?.id)
}

/**
 * The header by which each call names the organisation that its page shows. The server refuses a call of a page whose
 * organisation is not in use any more: it would write into another one.
 */
export function organisationHeaders(queryClient: QueryClient): Record<string, string> {
  const id = shownOrganisation.get(queryClient)
  return id === undefined ? {} : { [organisationHeader]: id }
}

/** The person of a session and the organisation in use: what was read for another one is not theirs. */
export function personKey({ email, organisation }: Partial<Session>): string {
  return `${email ?? ''} ${organisation?.id ?? ''}`
}

/**
 * Forgets what was read for the person before when another one is signed in: a session can end, or be replaced in another
 * tab, without a sign-out in this page. The same goes for another organisation. What is shown is asked anew.
 */
function notePerson(queryClient: QueryClient, session: Session): void {
  noteOrganisation(queryClient, session)
  if (session.email === null) return
  const before = lastPerson.get(queryClient)
  const now = personKey(session)
  lastPerson.set(queryClient, now)
  if (before === undefined || before === now) return
  queryClient.removeQueries({ predicate: isOfPerson, type: 'inactive' })
  void queryClient.resetQueries({ predicate: isOfPerson })
}

/**
 * Merges what a sign-in told about the person into the session (specification 1 section 4), and forgets what was
 * read for the one before.
 */
export function mergeSession(queryClient: QueryClient, told: Partial<Session>): void {
  forgetPerson(queryClient)
  cancelCheck(queryClient)
  if (typeof told.email === 'string') {
    lastPerson.set(queryClient, personKey(told))
    noteOrganisation(queryClient, told)
  }
  queryClient.setQueryData<Session>(sessionKey, (known = signedOut) => ({ ...known, ...told }))
  announceChange()
}

/** Asks again who is there, and forgets what was read for the one before. */
export async function recheckSession(queryClient: QueryClient): Promise<void> {
  forgetPerson(queryClient)
  announceChange()
  cancelCheck(queryClient)
  await queryClient.invalidateQueries({ queryKey: sessionKey, refetchType: 'all' })
}

/**
 * Checks the session after the organisation in use, or the role there, has changed; other tabs do so, too. What is shown of
 * another organisation is asked anew.
 */
export async function recheckOrganisation(queryClient: QueryClient): Promise<void> {
  announceChange()
  cancelCheck(queryClient)
  await queryClient.invalidateQueries({ queryKey: sessionKey, refetchType: 'all' })
}

/**
 * Drops a check that was sent before the session changed: its answer would undo the sign-in or sign-out. A first check
 * would otherwise be taken for the new one, because TanStack Query repeats no request without data.
 */
function cancelCheck(queryClient: QueryClient): void {
  void queryClient.cancelQueries({ queryKey: sessionKey })
}

/**
 * Checks the session when the call of a signed-in person was refused with 401 or 403, or because of another organisation: it
 * has ended, lost its role, or is about another organisation.
 *
 * @param error of a query or a mutation
 */
export function checkRefused(queryClient: QueryClient, error: unknown): void {
  if (!isApiError(error)) return
  const { status, code } = error
  if (status !== 401 && status !== 403 && code !== 'organisation_changed') return
  if (queryClient.getQueryData<Session>(sessionKey)?.authenticated !== true) return
  // Several calls of a page are refused at once: one check is enough.
  void queryClient.invalidateQueries({ queryKey: sessionKey }, { cancelRefetch: false })
}

/** Written after each sign-in and sign-out: the `storage` event reaches the other tabs alone. */
const changeKey = 'org.session'

function announceChange(): void {
  try {
    localStorage.setItem(changeKey, crypto.randomUUID())
  } catch {
    // Full or forbidden: the others check when they are focused.
  }
}

/**
 * Checks the session when somebody has signed in or out in another tab: a window beside it is seen without being focused.
 *
 * @returns a function that ends it
 */
export function followOtherTabs(queryClient: QueryClient, target: Window): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === changeKey) void queryClient.invalidateQueries({ queryKey: sessionKey })
  }
  target.addEventListener('storage', onStorage)
  return () => target.removeEventListener('storage', onStorage)
}

function forgetPerson(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isOfPerson })
}

function isOfPerson({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return queryKey[0] !== sessionKey[0]
}
