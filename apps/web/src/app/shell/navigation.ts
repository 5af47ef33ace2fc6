import type { Session } from '@org/api-client'
import { paths } from '../paths.ts'
import type { shellTexts } from './shell.texts.ts'

/** One link of the main menu. */
export interface NavigationItem {
  to: string
  /** Key of its text in the menu. */
  item: keyof typeof shellTexts.items
  /** Returns whether a session sees the item. @default everybody */
  visible?: (session: Session) => boolean
  /** True when only the exact path is current, not the paths below it. */
  end?: true
}

const seesNumbers = ({ role }: Session) => role === 'client' || role === 'admin'
const administers = ({ role }: Session) => role === 'admin'
const signedIn = (session: Session) => session.authenticated

/** The main menu in its order (specification 1 section 2). A new screen adds its line here. */
const items: readonly NavigationItem[] = [
  { to: paths.about, item: 'about' },
  { to: paths.products, item: 'products' },
  { to: paths.contact, item: 'contact' },
  { to: paths.dashboard, item: 'dashboard', visible: seesNumbers },
  { to: paths.client, item: 'client', visible: seesNumbers },
  { to: paths.chat, item: 'chat', visible: signedIn },
  { to: paths.admin, item: 'admin', visible: administers, end: true },
  { to: paths.configurators, item: 'configurators', visible: administers },
]

/** The menu's links for a session. */
export function navigationFor(session: Session): NavigationItem[] {
  return items.filter(({ visible }) => visible === undefined || visible(session))
}
