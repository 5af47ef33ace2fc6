import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { AnswersDue } from '../../../features/admin/answers/answers-due.tsx'
import { ReviewCount } from '../../../features/review/review-count.tsx'
import { recheckOrganisation } from '../../../features/session/session.queries.ts'
import { useSession } from '../../../features/session/use-session.ts'
import { NavLink } from '../../../shared/link.tsx'
import { useServices } from '../../../shared/services.ts'
import { paths } from '../../paths.ts'
import classes from './area-navigation.module.css'
import { areaPagesFor } from './navigation.ts'
import { shellTexts } from '../shell.texts.ts'

const OrganisationSwitch = lazy(async () => ({
  default: (await import('../../../features/members/organisation-switch.tsx')).OrganisationSwitch,
}))

/** The pages of the administration, or of a client's room, under the header; nothing on other pages. */
export function AreaNavigation() {
  const session = useSession()
  const { queryClient } = useServices()
  const { pathname } = useLocation()
  const listRef = useRef<HTMLUListElement>(null)
  const pages = areaPagesFor(session, pathname)
  // On a narrow screen the list scrolls, and the current page may be out of sight.
  useEffect(() => {
    const list = listRef.current
    const current = list?.querySelector<HTMLElement>('[aria-current]')
    if (!list || !current) return
    const { left, width } = current.getBoundingClientRect()
    const frame = list.getBoundingClientRect()
    list.scrollLeft += left + width / 2 - (frame.left + frame.width / 2)
  })
  if (pages.length === 0) return null
  return (
    <nav
      className={classes.areas}
      aria-label={session.role === 'admin' ? shellTexts.areas.label : shellTexts.areas.clientLabel}
    >
      <ul ref={listRef} className={classes.list}>
        {pages.map(({ to, area }) => (
          <li key={to}>
            <NavLink to={to} end={to === paths.admin} className={classes.item ?? ''}>
              {shellTexts.areas[area]}
              {area === 'answers' && (
                <>
                  {' '}
                  <AnswersDue label={shellTexts.areas.answersDue} />
                </>
              )}
              {area === 'review' && (
                <>
                  {' '}
                  <ReviewCount />
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
      {session.role === 'client' && (
        <Suspense>
          <OrganisationSwitch onSwitched={() => recheckOrganisation(queryClient)} />
        </Suspense>
      )}
    </nav>
  )
}
