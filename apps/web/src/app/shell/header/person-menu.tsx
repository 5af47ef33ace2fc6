import { ChevronDown, UserRound } from 'lucide-react'
import { Link } from '../../../shared/link.tsx'
import { paths } from '../../paths.ts'
import classes from './header.module.css'
import { LanguageChoice } from './language-choice.tsx'
import { LogoutButton } from './logout-button.tsx'
import { shellTexts } from '../shell.texts.ts'
import { useMenu } from './use-menu.ts'

/** The greeting, which opens a menu of what concerns the person: account, language and signing out. */
export function PersonMenu({ email }: { email: string }) {
  const { open, rootRef, buttonRef, panelRef, panelId, onButtonClick, onPanelClick } = useMenu()
  return (
    <div className={classes.person} ref={rootRef}>
      <button
        type="button"
        className={classes.personButton}
        title={email}
        ref={buttonRef}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={onButtonClick}
      >
        <span>{shellTexts.greeting(email)}</span>
        <ChevronDown aria-hidden="true" />
      </button>
      {open && (
        // The listener only closes the menu behind what its links and buttons do by themselves.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <section
          id={panelId}
          ref={panelRef}
          className={classes.personPanel}
          aria-label={shellTexts.personMenu}
          onClick={onPanelClick}
        >
          <p className={classes.personEmail}>
            <UserRound aria-hidden="true" /> {email}
          </p>
          <Link to={paths.account} className={classes.item ?? ''}>
            {shellTexts.items.account}
          </Link>
          <div className={classes.personLanguage}>
            <span aria-hidden="true">{shellTexts.language}</span>
            <LanguageChoice />
          </div>
          <LogoutButton className={classes.item} />
        </section>
      )}
    </div>
  )
}
