import type { MemberAction, Session } from '@org/api-client'
import { may } from '../../../features/session/may.ts'
import { paths } from '../../paths.ts'
import type { shellTexts } from '../shell.texts.ts'

/** One link of the main menu. */
export interface NavigationItem {
  to: string
  /** Key of its text in the menu. */
  item: keyof typeof shellTexts.items
  /** Links of one group stand together, apart from those of the other. */
  group: 'public' | 'work'
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
  { to: paths.about, item: 'about', group: 'public' },
  { to: paths.products, item: 'products', group: 'public' },
  { to: paths.contact, item: 'contact', group: 'public' },
  { to: paths.dashboard, item: 'dashboard', group: 'work', visible: seesNumbers },
  { to: paths.client, item: 'client', group: 'work', visible: seesNumbers },
  { to: paths.chat, item: 'chat', group: 'work', visible: signedIn },
  { to: paths.admin, item: 'admin', group: 'work', visible: administers, end: true },
  { to: paths.configurators, item: 'configurators', group: 'work', visible: administers },
]

/** The menu's links for a session. */
export function navigationFor(session: Session): NavigationItem[] {
  return items.filter(({ visible }) => visible === undefined || visible(session))
}

/** The menu's links that only some people see, for a session. */
export function workAreasFor(session: Session): NavigationItem[] {
  return items.filter(({ visible }) => visible?.(session) === true)
}

/** One page of a work area. */
export interface AreaPage {
  to: string
  /** Key of its text. */
  area: Exclude<keyof typeof shellTexts.areas, 'label' | 'clientLabel' | 'answersDue'>
  /** Action that the role of a member must include. @default 'view' */
  action?: MemberAction
}

const review: AreaPage = { to: paths.review, area: 'review' }
const gaps: AreaPage = { to: paths.gaps, area: 'gaps' }
const content: AreaPage = { to: paths.knowledge, area: 'content' }
const answers: AreaPage = { to: paths.answers, area: 'answers' }
const webhooks: AreaPage = { to: paths.webhooks, area: 'webhooks', action: 'manage' }
const apiKeys: AreaPage = { to: paths.apiKeys, area: 'apiKeys', action: 'manage' }

const members: AreaPage = { to: paths.members, area: 'members' }

const adminPages: readonly AreaPage[] = [
  { to: paths.admin, area: 'settings' },
  { to: paths.configurators, area: 'configurators' },
  { to: paths.clients, area: 'clients' },
  review,
  gaps,
  content,
  answers,
  { to: paths.evaluations, area: 'evaluations' },
  { to: paths.adminSafety, area: 'safety' },
  { to: paths.adminSearch, area: 'testSearch' },
  { to: paths.adminSynonyms, area: 'synonyms' },
  { to: paths.operations, area: 'operations' },
  webhooks,
  apiKeys,
  members,
  { to: paths.accounts, area: 'accounts' },
  { to: paths.jobs, area: 'jobs' },
  { to: paths.audit, area: 'audit' },
]

const clientPages: readonly AreaPage[] = [
  { to: paths.client, area: 'insights' },
  review,
  gaps,
  content,
  answers,
  webhooks,
  apiKeys,
  members,
]

/** The pages beside the one at `pathname`, for a session that may open it; none outside the work areas. */
export function areaPagesFor(session: Session, pathname: string): readonly AreaPage[] {
  const all = session.role === 'admin' ? adminPages : session.role === 'client' ? clientPages : []
  const pages = all.filter(({ action = 'view' }) => may(session, action))
  return pages.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ? pages : []
}
