import { accountTables } from './account-tables.ts'
import { contentTables } from './content-tables.ts'
import type { TablePolicy } from './data-policy.ts'
import { evaluationTables } from './evaluation-tables.ts'
import { knowledgeTables } from './knowledge-tables.ts'
import { operationTables } from './operation-tables.ts'
import { outcomeTables } from './outcome-tables.ts'
import { statisticsTables } from './statistics-tables.ts'

/** Tables whose columns hold content, settings and keys of the deployment, and nothing about a person. */
const impersonal = {
  passages: 'id article_id position title heading body questions',
  search_documents: 'doc passage_id product_pk space author words version text_hash',
  embeddings: 'change text_hash model vector',
  embedding_runs: 'id model claimed_by claimed_until',
  search_removals: 'change doc removed_at',
  gap_runs: 'id next_at newest_answer',
  operation_settings: 'id currency weekly_enabled weekly_day weekly_hour retention_ran_at',
  model_prices: 'model input_per_million output_per_million updated_at',
  operator_revisions: 'kind revision',
  embed_keys: 'id secret signs_at ends_at',
  system_prompts: 'id text digest created_at',
  widget_pictures: 'configurator_id id bytes created_at',
}

/**
 * The registry of personal data: every column of every table, with purpose, owner, retention, export and erasure. The
 * account export, the erasure of an account and housekeeping run what stands here, in this order.
 */
export const personalData: readonly TablePolicy[] = [
  ...contentTables,
  ...knowledgeTables,
  ...statisticsTables,
  ...evaluationTables,
  ...outcomeTables,
  ...operationTables,
  ...Object.entries(impersonal).map(([table, columns]): TablePolicy => ({
    table,
    purpose: 'content and settings of the deployment',
    columns: Object.fromEntries(columns.split(' ').map((column) => [column, 'none'])),
    owner: [],
    retention: { rule: 'as long as the deployment uses it' },
    erasure: { kind: 'none', reason: 'no personal data' },
  })),
  // The account itself goes last.
  ...accountTables,
]
