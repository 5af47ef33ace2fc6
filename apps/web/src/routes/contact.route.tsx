import { brand } from '../app/brand.ts'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { ContactForm } from '../features/contact/contact-form.tsx'
import classes from '../features/contact/contact.module.css'
import { contactTexts as texts } from '../features/contact/contact.texts.ts'
import { useSession } from '../features/session/use-session.ts'
import { Illustration } from '../features/site/illustration.tsx'
import site from '../features/site/site.module.css'
import { Link } from '../shared/link.tsx'

/** /contact */
export function ContactRoute() {
  const { loading, email } = useSession()
  return (
    <Page windowTitle={texts.title} description={texts.description} width="full" noPadding>
      <div className={site.page}>
        <header>
          <h1 className={site.title}>{texts.title}</h1>
          <p className={site.lead}>{texts.lead}</p>
        </header>
        <div className={classes.layout}>
          <ContactForm email={brand.email} person={loading ? undefined : email} />
          <aside className={classes.ways} aria-label={texts.otherWays}>
            <Illustration name="letter" />
            <section>
              <h2>{texts.emailHeading}</h2>
              <p>{texts.emailText}</p>
              <p>
                <a href={`mailto:${brand.email}`}>{brand.email}</a>
              </p>
            </section>
            <section>
              <h2>{texts.chatHeading}</h2>
              <p>{texts.chatText}</p>
              <p>
                <Link to={paths.chat}>{texts.chat}</Link>
              </p>
            </section>
          </aside>
        </div>
      </div>
    </Page>
  )
}
