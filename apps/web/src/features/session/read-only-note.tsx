import type { MemberAction } from '@org/api-client'
import { memberRoleTexts } from '../../shared/member-roles.texts.ts'
import { useMay } from './use-may.ts'
import { useSession } from './use-session.ts'

/** Says that the role of a member only reads the page; nothing for those who may do the action of the page. */
export function ReadOnlyNote({
  action,
  className,
}: {
  action: MemberAction
  className?: string | undefined
}) {
  const { organisation } = useSession()
  if (useMay(action) || !organisation) return null
  return <p className={className}>{memberRoleTexts.readOnly(memberRoleTexts.names[organisation.role])}</p>
}
