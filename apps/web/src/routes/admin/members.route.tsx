import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/admin/admin.module.css'
import { MembersScreen } from '../../features/admin/members/members-screen.tsx'
import { memberTexts } from '../../features/admin/members/members.texts.ts'
import { recheckOrganisation } from '../../features/session/session.queries.ts'
import { useSession } from '../../features/session/use-session.ts'
import { useServices } from '../../shared/services.ts'

/** /admin/members: the members of the organisation in use, for administrators those of any client. */
export function MembersRoute() {
  const { queryClient } = useServices()
  const { role, email } = useSession()
  const navigate = useNavigate()
  return (
    <Page title={memberTexts.title} indexed={false} width="wide">
      <div className={classes.lead}>
        <p>{memberTexts.intro}</p>
      </div>
      <MembersScreen
        isAdmin={role === 'admin'}
        reader={{
          email,
          onRoleChanged: () => void recheckOrganisation(queryClient),
          onLeft: () => {
            // Away from this page first: it may be closed to who has left.
            void navigate(paths.chat)
            void recheckOrganisation(queryClient)
          },
        }}
      />
    </Page>
  )
}
