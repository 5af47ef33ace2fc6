import { buttonClassName } from '@org/ui-kit'
import { useNavigate } from 'react-router'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import classes from '../features/accounts/accounts.module.css'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import { DownloadData } from '../features/accounts/download-data.tsx'
import { DeleteAccount } from '../features/accounts/delete-account.tsx'
import { SecondFactorSection } from '../features/accounts/second-factor/second-factor-section.tsx'
import { secondFactorTexts } from '../features/accounts/second-factor/second-factor.texts.ts'
import { SessionList } from '../features/accounts/session-list.tsx'
import { ShareList } from '../features/accounts/share-list.tsx'
import { StorageUsage } from '../features/accounts/storage-usage.tsx'
import { WeeklyReportChoice } from '../features/accounts/weekly-report-choice.tsx'
import { forgetPerson } from '../features/chat/engine/site-engine.ts'
import { recheckSession } from '../features/session/session.queries.ts'
import { useMay } from '../features/session/use-may.ts'
import { useSession } from '../features/session/use-session.ts'
import { Link } from '../shared/link.tsx'
import { useServices } from '../shared/services.ts'

const texts = accountsTexts.account

/** /account: the person's own sessions, password, data, and the way out. */
export function AccountRoute() {
  const services = useServices()
  const navigate = useNavigate()
  const { email, role } = useSession()
  const mayManage = useMay('manage')
  return (
    <Page title={texts.title} indexed={false}>
      <div className={classes.account}>
        {email !== null && <p className={classes.who}>{texts.signedInAs(email)}</p>}
        <section>
          <h2>{texts.password.heading}</h2>
          <p>{texts.password.text}</p>
          <Link to={paths.setPassword} className={buttonClassName()}>
            {texts.password.change}
          </Link>
        </section>
        <section>
          <h2>{secondFactorTexts.account.heading}</h2>
          <p>{secondFactorTexts.account.text}</p>
          <SecondFactorSection />
        </section>
        <section>
          <h2>{texts.sessions.heading}</h2>
          <SessionList />
        </section>
        <section>
          <h2>{texts.shares.heading}</h2>
          <ShareList />
        </section>
        <section>
          <h2>{texts.storage.heading}</h2>
          <StorageUsage />
        </section>
        {/* The weekly email goes to owners. */}
        {role === 'client' && mayManage && (
          <section>
            <h2>{texts.weekly.heading}</h2>
            <p>{texts.weekly.text}</p>
            <WeeklyReportChoice />
          </section>
        )}
        <section>
          <h2>{texts.data.heading}</h2>
          <p>{texts.data.text}</p>
          <DownloadData />
        </section>
        <section>
          <h2>{texts.delete.heading}</h2>
          <p>{texts.delete.text}</p>
          <DeleteAccount
            onDeleted={async () => {
              await navigate(paths.about, { replace: true })
              await Promise.allSettled([recheckSession(services.queryClient), forgetPerson(services)])
            }}
          />
        </section>
      </div>
    </Page>
  )
}
