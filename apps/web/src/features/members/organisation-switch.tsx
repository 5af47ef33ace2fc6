import { createMembershipCalls } from '@org/api-client'
import { Select, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCalls } from '../../shared/services.ts'
import classes from './organisation-switch.module.css'
import { organisationTexts as texts } from './organisation.texts.ts'

/** The choice of the organisation in use, for members of several; nothing for the others. */
export function OrganisationSwitch({ onSwitched }: { onSwitched: () => Promise<void> }) {
  const { organisations, chooseOrganisation } = useCalls(createMembershipCalls)
  const { data: items = [] } = useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => organisations({ signal }),
  })
  const choose = useMutation({
    mutationFn: async (id: string) => {
      await chooseOrganisation(id)
      await onSwitched()
    },
  })
  const current = items.find((item) => item.current)
  if (items.length < 2 || current === undefined) return null
  return (
    <div className={classes.switch}>
      <Select
        label={texts.label}
        labelHidden
        // A disabled control would lose the focus.
        aria-busy={choose.isPending}
        value={choose.isPending ? choose.variables : current.id}
        options={items.map(({ id, name }) => ({ value: id, label: name }))}
        onValueChange={(id) => {
          if (!choose.isPending) choose.mutate(id)
        }}
      />
      <StatusLine tone="error">{choose.isError && texts.failed}</StatusLine>
    </div>
  )
}
