import type { ContentStatus } from '@org/api-client'

/** Statuses of articles, products and approved answers, in the order of their life. */
export const contentStatuses = ['draft', 'published', 'retired'] as const satisfies readonly ContentStatus[]
