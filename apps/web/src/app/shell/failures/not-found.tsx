import { buttonClassName } from '@org/ui-kit'
import { Link } from '../../../shared/link.tsx'
import { paths } from '../../paths.ts'
import classes from '../page.module.css'
import { Page } from '../page.tsx'
import { shellTexts } from '../shell.texts.ts'

const texts = shellTexts.notFound

/** The page at every address that is none of the site's. */
export function NotFound() {
  return (
    <Page windowTitle={texts.title} indexed={false}>
      <div className={classes.lost}>
        <svg viewBox="0 0 160 130" width="240" height="195" aria-hidden="true">
          <path className={classes.pot} d="M48 70h64l-7 50a8 8 0 0 1-8 7H63a8 8 0 0 1-8-7ZM43 58h74v12H43Z" />
          <path
            className={classes.stem}
            d="M80 58C80 44 86 36 79 22M79 22C58 21 51 9 53 1 68 1 76 9 79 22ZM82 38C98 38 107 30 107 20 95 19 85 26 82 38Z"
          />
        </svg>
        <h1>{texts.title}</h1>
        <p>{texts.text}</p>
        <Link to={paths.chat} className={buttonClassName({ variant: 'primary' })}>
          {texts.toChat}
        </Link>
      </div>
    </Page>
  )
}
