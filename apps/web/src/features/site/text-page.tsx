import { Page } from '../../app/shell/page.tsx'
import { Contents, type Section, Sections } from './sections.tsx'
import classes from './site.module.css'

/** The texts of a page that is read, such as the disclaimer. */
export interface TextPageTexts {
  title: string
  description: string
  contents: string
  updated: string
  sections: readonly Section[]
}

/** A page of text: title, date, contents and sections. */
export function TextPage({ texts }: { texts: TextPageTexts }) {
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
