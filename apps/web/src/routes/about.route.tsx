import { buttonClassName } from '@org/ui-kit'
import { brand } from '../app/brand.ts'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { aboutTexts as texts } from '../features/site/about.texts.ts'
import { Closing } from '../features/site/closing.tsx'
import { ExampleAnswer } from '../features/site/example-answer.tsx'
import { Illustration } from '../features/site/illustration.tsx'
import classes from '../features/site/site.module.css'
import { Link } from '../shared/link.tsx'

/** /about */
export function AboutRoute() {
  return (
    <Page windowTitle={texts.windowTitle} description={texts.description} width="full" noPadding>
      <div className={classes.page}>
        <header className={classes.hero}>
          <div>
            <h1 className={classes.title}>{texts.title}</h1>
            <p className={classes.lead}>{texts.lead(brand.name)}</p>
            <p className={classes.actions}>
              <Link to={paths.chat} className={buttonClassName({ variant: 'primary' })}>
                {texts.links.chat}
              </Link>
              <Link to={paths.products} className={buttonClassName()}>
                {texts.links.products}
              </Link>
            </p>
          </div>
          <figure className={classes.plate}>
            <Illustration name="plate" />
            <figcaption>{texts.caption}</figcaption>
          </figure>
        </header>
        <section className={classes.split}>
          <h2>{texts.example.heading}</h2>
          <ExampleAnswer />
        </section>
        <div className={classes.columns}>
          {texts.features.map(({ drawing, heading, text }) => (
            <section key={heading}>
              <Illustration name={drawing} />
              <h2>{heading}</h2>
              <p>{text}</p>
            </section>
          ))}
        </div>
        <section className={classes.section}>
          <h2>{texts.stepsHeading}</h2>
          <ol className={classes.steps}>
            {texts.steps.map(({ heading, text }) => (
              <li key={heading}>
                <h3>{heading}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <section className={`${classes.section} ${classes.care}`}>
          <h2>{texts.careHeading}</h2>
          <div className={classes.columns}>
            {texts.care.map(({ heading, text }) => (
              <div key={heading}>
                <h3>{heading}</h3>
                <p>{text}</p>
              </div>
            ))}
          </div>
        </section>
        <Closing heading={texts.closing.heading} text={texts.closing.text}>
          <Link to={paths.chat} className={buttonClassName({ variant: 'primary' })}>
            {texts.links.chat}
          </Link>
          <Link to={paths.contact} className={buttonClassName()}>
            {texts.links.contact}
          </Link>
        </Closing>
      </div>
    </Page>
  )
}
