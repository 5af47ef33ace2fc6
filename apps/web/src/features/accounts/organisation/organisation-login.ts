import { createOrganisationLoginCalls, type Http, type OrganisationLoginOptions } from '@org/api-client'
import { leaveSite } from '../../../shared/leave-site.ts'

/** Goes to the identity provider of an organisation. Resolves when the browser shows this page again, as it was left. */
export async function openProvider(http: Http, options: OrganisationLoginOptions): Promise<void> {
  leaveSite(await createOrganisationLoginCalls(http).startOrganisationLogin(options))
  await new Promise((resolve) => {
    window.addEventListener('pageshow', resolve, { once: true })
  })
}
