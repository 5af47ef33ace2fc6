import { createAdminCalls } from '@org/api-client'
import { Select } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { clientsQuery } from '../../shared/clients.queries.ts'
import { useCalls } from '../../shared/services.ts'
import classes from './admin.module.css'

/** An administrator's choice between what is their own and what a client has. */
export function OwnerSelect({
  label,
  own,
  owner,
  onChange,
}: {
  label: string
  /** Text of the administrator's own choice, whose value is empty. */
  own: string
  /** Id of a client; empty for the administrator. */
  owner: string
  onChange: (owner: string) => void
}) {
  const { data: clients = [] } = useQuery(clientsQuery(useCalls(createAdminCalls)))
  return (
    <div className={classes.oneFilter}>
      <Select
        label={label}
        value={owner}
        options={[
          { value: '', label: own },
          ...clients.map(({ id, email }) => ({ value: id, label: email })),
        ]}
        onValueChange={onChange}
      />
    </div>
  )
}
