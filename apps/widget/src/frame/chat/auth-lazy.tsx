import { lazyPart, Skeleton } from '@org/ui-kit'

/** Props of the login and sign-up overlay. */
export interface AuthProps {
  /** Somebody is signed in, or has thought better of it. */
  onDone: () => void
  /** True when the chat can continue without signing in. */
  closable: boolean
}

/** The login and sign-up overlay. Its code comes with its first use. */
export const LazyAuth = lazyPart<AuthProps>(
  async () => (await import('./auth.tsx')).Auth,
  () => <Skeleton lines={4} />,
)
