import { Page } from '../app/shell/page.tsx'
import { disclaimerTexts as texts } from '../features/site/disclaimer.texts.ts'
import { Contents, Sections } from '../features/site/sections.tsx'
import classes from '../features/site/site.module.css'

/** /disclaimer */
export function DisclaimerRoute() {
  return (
    <Page windowTitle={texts.title} description={texts.description} width="full" noPadding>
      <article className={classes.article}>
        <header>
          <h1>{texts.title}</h1>
          <p className={classes.updated}>{texts.updated}</p>
        </header>
        <Contents label={texts.contents} sections={texts.sections} />
        <Sections sections={texts.sections} />
      </article>
    </Page>
  )
}
