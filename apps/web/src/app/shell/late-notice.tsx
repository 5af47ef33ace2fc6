import { Button } from '@org/ui-kit'
import { shellTexts } from './shell.texts.ts'
import classes from './late-notice.module.css'

/** Props of {@link LateNotice}. */
interface LateNoticeProps {
  /** True above a page that stays visible. @default false: in the place of a page */
  floating?: boolean
}

/** Offers a way out of a wait that may never end: code that neither arrives nor fails. */
export function LateNotice({ floating = false }: LateNoticeProps) {
  return (
    <output className={classes.late} data-floating={floating || undefined}>
      <span>{shellTexts.late}</span>
      <Button
        onClick={() => {
          window.location.reload()
        }}
      >
        {shellTexts.crash.reload}
      </Button>
    </output>
  )
}
