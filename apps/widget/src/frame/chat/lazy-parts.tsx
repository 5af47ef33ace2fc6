import { lazyPart, Skeleton } from '@org/ui-kit'
import { AwaitedChat } from './awaited-chat.tsx'

const load = () => import('./chat-parts.tsx')

/** The messages. Their code, and that of the dialogs and pickers, loads while the composer is on screen already. */
export const LazyThread = lazyPart(
  async () => (await load()).WidgetThread,
  (state) => <AwaitedChat {...state} />,
)
export const LazyDialogs = lazyPart(async () => (await load()).WidgetDialogs)
export const LazyPickers = lazyPart(async () => (await load()).ChatPickers)

/** The login and sign-up overlay. Its code loads with its first use. */
export const LazyAuth = lazyPart(
  async () => (await import('./auth.tsx')).Auth,
  () => <Skeleton lines={4} />,
)

/** The form of a visitor who asks for a person. Its code loads with its first use. */
export const LazyHandover = lazyPart(
  async () => (await import('./handover.tsx')).Handover,
  () => <Skeleton lines={4} />,
)

/** Signs out where there is no list of conversations. Its code loads for a person who is signed in. */
export const LazySignOut = lazyPart(async () => (await import('./sign-out.tsx')).SignOut)

/** The list of conversations, over the messages. Its code loads with its first use. */
export const LazyConversationList = lazyPart(
  async () => (await import('./conversation-list.tsx')).ConversationList,
  () => <Skeleton lines={4} />,
)
