import { lazyPart, Skeleton } from '@org/ui-kit'

/** What the login and sign-up overlay needs to know. */
export interface AuthProps {
  /** Somebody is signed in, or has thought better of it. */
  onDone: () => void
  /** Whether the chat goes on without it. */
  closable: boolean
}

/** The login and sign-up overlay. Its code comes with its first use. */
export const LazyAuth = lazyPart<AuthProps>(
  async () => (await import('./auth.tsx')).Auth,
  () => <Skeleton lines={4} />,
)
