import type { configurators } from '../../src/db/schema/embed.ts'
import { newId } from '../../src/platform/process/ids.ts'

type WidgetRow = typeof configurators.$inferInsert

/** Makes the row of an active widget, with a new id and a plain look unless given. */
export function widgetRow(given: Partial<WidgetRow>): WidgetRow & { id: string } {
  return {
    id: newId(),
    name: 'A widget',
    active: true,
    allowConversations: 'multi',
    forceToolCalls: false,
    widgetTheme: 'ultra',
    widgetTitle: '',
    allowAttachments: true,
    sidebarCollapsed: false,
    composePlaceholder: '',
    allowedTools: [],
    allowedAuthors: [],
    ...given,
  }
}
