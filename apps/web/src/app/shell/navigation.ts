import type { Session } from '@org/api-client'
import { paths } from '../paths.ts'
import { shellTexts } from './shell.texts.ts'

/** One link of the main menu. */
export interface NavigationItem {
  to: string
  label: string
  /** Who sees it; without it, everybody. */
  visible?: (session: Session) => boolean
  /** Whether it is the current one at its very address alone, and not at those below. */
  end?: true
}

const seesNumbers = ({ role }: Session) => role === 'client' || role === 'admin'
const administers = ({ role }: Session) => role === 'admin'
const signedIn = (session: Session) => session.authenticated

/** The main menu in its order (specification 1 section 2). A new screen adds its line here. */
const items: readonly NavigationItem[] = [
  { to: paths.about, label: shellTexts.items.about },
  { to: paths.products, label: shellTexts.items.products },
  { to: paths.contact, label: shellTexts.items.contact },
  { to: paths.dashboard, label: shellTexts.items.dashboard, visible: seesNumbers },
  { to: paths.client, label: shellTexts.items.client, visible: seesNumbers },
  { to: paths.chat, label: shellTexts.items.chat, visible: signedIn },
  { to: paths.admin, label: shellTexts.items.admin, visible: administers, end: true },
  { to: paths.configurators, label: shellTexts.items.configurators, visible: administers },
]

/** The menu's links for a session. */
export function navigationFor(session: Session): NavigationItem[] {
  return items.filter(({ visible }) => visible === undefined || visible(session))
}
