import { type MemberRole, memberRoles } from '@org/api-client'
import { Select } from '@org/ui-kit'
import { memberRoleTexts } from '../../../shared/member-roles.texts.ts'
import { memberTexts as texts } from './members.texts.ts'

/** The choice of a role, with what it includes. */
export function RoleSelect({ role, onChange }: { role: MemberRole; onChange: (role: MemberRole) => void }) {
  return (
    <Select
      label={texts.role}
      description={memberRoleTexts.rights[role]}
      value={role}
      options={memberRoles.map((value) => ({ value, label: memberRoleTexts.names[value] }))}
      onValueChange={onChange}
    />
  )
}
