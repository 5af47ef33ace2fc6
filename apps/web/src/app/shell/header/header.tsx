import { IconButton } from '@org/ui-kit'
import { useSession } from '../../../features/session/use-session.ts'
import { Link, NavLink } from '../../../shared/link.tsx'
import { brand } from '../../brand.ts'
import { paths } from '../../paths.ts'
import classes from './header.module.css'
import { CloseIcon, MenuIcon } from '../icons.tsx'
import { Logo } from './logo.tsx'
import { LogoutButton } from './logout-button.tsx'
import { navigationFor } from './navigation.ts'
import { PersonMenu } from './person-menu.tsx'
import { shellTexts } from '../shell.texts.ts'
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
            {navigationFor(session).map(({ to, item, group, end = false }, index, all) => (
              <li key={to} data-group-start={index > 0 && all[index - 1]?.group !== group}>
                <NavLink to={to} end={end} className={classes.item ?? ''}>
                  {shellTexts.items[item]}
                </NavLink>
              </li>
            ))}
            {!session.loading && (
              <li data-group-start>
                {session.authenticated ? <LogoutButton className={classes.item} /> : <LoginLink />}
              </li>
            )}
          </ul>
        </nav>
        <div className={classes.greeting}>
          {session.email !== null && <PersonMenu email={session.email} />}
        </div>
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
