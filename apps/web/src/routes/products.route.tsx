import { buttonClassName } from '@org/ui-kit'
import { loginPath, paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { billingTexts } from '../features/billing/billing.texts.ts'
import { Plans } from '../features/billing/plans.tsx'
import { useSession } from '../features/session/use-session.ts'
import { Closing } from '../features/site/closing.tsx'
import { FeatureRows } from '../features/site/feature-rows.tsx'
import { productsTexts as texts } from '../features/site/products.texts.ts'
import classes from '../features/site/site.module.css'
import { Link } from '../shared/link.tsx'

/** /products */
export function ProductsRoute() {
  const { authenticated } = useSession()
  return (
    <Page windowTitle={texts.title} description={texts.description} width="full" noPadding>
      <div className={classes.page}>
        <header>
          <h1 className={classes.title}>{texts.title}</h1>
          <p className={classes.lead}>{texts.lead}</p>
        </header>
        <FeatureRows features={texts.features} />
        <Plans
          authenticated={authenticated}
          login={<Link to={loginPath(paths.products)}>{billingTexts.login}</Link>}
        />
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
