import { useNavigate } from 'react-router'
import { useLogout } from '../../../features/session/use-logout.ts'
import { useServices } from '../../../shared/services.ts'
import { paths } from '../../paths.ts'
import { shellTexts } from '../shell.texts.ts'

/** Signs out, forgets the conversations that this browser keeps, and leads to the sign-in page. */
export function LogoutButton({ className }: { className: string | undefined }) {
  const navigate = useNavigate()
  const services = useServices()
  const { logOut, isPending } = useLogout(
    async () => {
      const { forgetPerson } = await import('../../../features/chat/engine/site-engine.ts')
      await forgetPerson(services)
    },
    () => {
      void navigate(paths.login, { replace: true })
    },
  )
  return (
    <button
      type="button"
      className={className}
      disabled={isPending}
      onClick={() => {
        void logOut()
      }}
    >
      {shellTexts.items.logout}
    </button>
  )
}
