import { Link } from '../../shared/link.tsx'
import { brand } from '../brand.ts'
import { paths } from '../paths.ts'
import classes from './footer.module.css'
import { LanguageChoice } from './header/language-choice.tsx'
import { shellTexts } from './shell.texts.ts'

const year = new Date().getFullYear()

/** The footer of every page: the current year and the brand. One thin line under the full-height chat. */
export function Footer({ compact }: { compact: boolean }) {
  return (
    <footer className={classes.footer} data-compact={compact}>
      <p>{shellTexts.footer(year, brand.name)}</p>
      <nav aria-label={shellTexts.footerNavigation}>
        <Link to={paths.disclaimer}>{shellTexts.items.disclaimer}</Link>
        <Link to={paths.privacy}>{shellTexts.items.privacy}</Link>
        <Link to={paths.terms}>{shellTexts.items.terms}</Link>
      </nav>
      <LanguageChoice />
    </footer>
  )
}
