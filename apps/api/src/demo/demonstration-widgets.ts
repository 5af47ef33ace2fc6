import { asc, eq } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { configurators } from '../db/schema/embed.ts'
import type { ConfiguratorSave } from '@org/api-client/contract'
import { withDefaults } from '../widgets/configurators.store.ts'
import { organisationMembers } from '../db/schema/members.ts'

/** The demonstration's widgets: one for every site, and one that shows what a configurator can settle. */
export const demonstrationWidgets: readonly { id: string; settings: ConfiguratorSave }[] = [
  {
    id: '01990000-0000-7000-8000-000000000001',
    settings: { name: 'Wellness shop', widget_title: 'Wellness Assistant', widget_theme: 'ultra' },
  },
  {
    id: '01990000-0000-7000-8000-000000000002',
    settings: {
      name: 'Sleep clinic',
      widget_theme: 'aurora',
      allow_conversations: 'single',
      force_tool_calls: true,
      affiliate_code: 'sleep-clinic',
      temperature: 0.2,
      allow_attachments: false,
      compose_placeholder: 'Ask about sleep',
      allowed_origins: ['https://sleep-clinic.example'],
    },
  },
]

/** Adds the widgets that are not there, for the demonstration's client; gives their number. */
export async function addWidgets(db: Db): Promise<number> {
  const [owner] = await db
    .select({ id: organisationMembers.organisationId })
    .from(organisationMembers)
    .innerJoin(users, eq(users.id, organisationMembers.accountId))
    .where(eq(users.email, 'client@example.com'))
    .orderBy(asc(organisationMembers.createdAt))
  const clientOwner = owner?.id ?? null
  const values = demonstrationWidgets.map(({ id, settings }) =>
    Object.assign(withDefaults(settings), { id, clientOwner, isDemonstration: true }),
  )
  const added = await db
    .insert(configurators)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: configurators.id })
  return added.length
}
