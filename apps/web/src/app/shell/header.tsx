import { IconButton } from '@org/ui-kit'
import { useNavigate } from 'react-router'
import { useLogout } from '../../features/session/use-logout.ts'
import { useSession } from '../../features/session/use-session.ts'
import { Link, NavLink } from '../../shared/link.tsx'
import { useServices } from '../../shared/services.ts'
import { brand } from '../brand.ts'
import { paths } from '../paths.ts'
import classes from './header.module.css'
import { CloseIcon, MenuIcon } from './icons.tsx'
import { Logo } from './logo.tsx'
import { navigationFor } from './navigation.ts'
import { shellTexts } from './shell.texts.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import { useMenu } from './use-menu.ts'

/** The header of every page: logo, greeting, navigation by role and the theme's button. */
export function Header() {
  const session = useSession()
  const { open, rootRef, buttonRef, panelRef, panelId, onButtonClick, onPanelClick } = useMenu()
  return (
    <header className={classes.header}>
      <div className={classes.inner} ref={rootRef}>
        <Link to={paths.root} className={classes.logo} aria-label={shellTexts.logoLabel(brand.name)}>
          <Logo />
          <span className={classes.brand}>{brand.name}</span>
        </Link>
        {/* The listener only closes the dropdown behind what its links and buttons do by themselves. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <nav
          id={panelId}
          ref={panelRef}
          className={classes.navigation}
          aria-label={shellTexts.navigation}
          data-open={open}
          onClick={onPanelClick}
        >
          <ul className={classes.list}>
            {navigationFor(session).map(({ to, item, end = false }) => (
              <li key={to}>
                <NavLink to={to} end={end} className={classes.item ?? ''}>
                  {shellTexts.items[item]}
                </NavLink>
              </li>
            ))}
            {!session.loading && <li>{session.authenticated ? <LogoutButton /> : <LoginLink />}</li>}
          </ul>
        </nav>
        <p className={classes.greeting} title={session.email ?? undefined}>
          {session.email !== null && <Link to={paths.account}>{shellTexts.greeting(session.email)}</Link>}
        </p>
        <ThemeToggle />
        <IconButton
          label={open ? shellTexts.closeMenu : shellTexts.openMenu}
          icon={open ? <CloseIcon /> : <MenuIcon />}
          className={classes.hamburger}
          ref={buttonRef}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={onButtonClick}
        />
      </div>
    </header>
  )
}

function LoginLink() {
  return (
    <NavLink to={paths.login} className={classes.item ?? ''}>
      {shellTexts.items.login}
    </NavLink>
  )
}

function LogoutButton() {
  const navigate = useNavigate()
  const { http } = useServices()
  const { logOut, isPending } = useLogout(
    async () => {
      const { forgetPerson } = await import('../../features/chat/engine/site-engine.ts')
      await forgetPerson(http)
    },
    () => {
      void navigate(paths.login, { replace: true })
    },
  )
  return (
    <button
      type="button"
      className={classes.item}
      disabled={isPending}
      onClick={() => {
        void logOut()
      }}
    >
      {shellTexts.items.logout}
    </button>
  )
}
