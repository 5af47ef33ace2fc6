import classes from './site.module.css'

/** A part of a page: a heading and what stands under it. */
export interface Section {
  /** Its address on the page, behind the '#'. */
  id: string
  heading: string
  paragraphs: readonly string[]
}

/** The parts of a longer text, one heading each. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <div className={classes.sections}>
      {sections.map(({ id, heading, paragraphs }) => (
        <section key={id} id={id}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </div>
  )
}

/** The way to each part. */
export function Contents({ label, sections }: { label: string; sections: readonly Section[] }) {
  return (
    <nav className={classes.contents} aria-label={label}>
      <ol>
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
