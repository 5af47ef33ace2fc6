import { useState } from 'react'
import classes from './visitors.module.css'
import { IdentitySecret } from './identity-secret.tsx'
import { SignCode } from './sign-code.tsx'
import { VisitorList } from './visitor-list.tsx'
import { visitorTexts as texts } from './visitors.texts.ts'

/** Secret and snippets by which a client's site identifies its customers, and the list of those. Loads when opened. */
export function VisitorsSection() {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <section className={classes.section} aria-labelledby="client-visitors">
      <h2 id="client-visitors">{texts.heading}</h2>
      <p>{texts.intro}</p>
      <details onToggle={({ currentTarget }) => setIsOpened((was) => was || currentTarget.open)}>
        <summary>{texts.setUp}</summary>
        {isOpened && (
          <div className={classes.steps}>
            <IdentitySecret />
            <SignCode />
            <VisitorList />
          </div>
        )}
      </details>
    </section>
  )
}
