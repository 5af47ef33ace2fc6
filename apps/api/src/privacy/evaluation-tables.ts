import { sql } from 'drizzle-orm'
import { purgeEvaluations } from '../evaluations/purge-evaluations.ts'
import { none } from './content-tables.ts'
import { inOrganisations, type TablePolicy } from './data-policy.ts'

const savedBy = { withheld: 'the same change is exported from the audit list' }
const copy = { withheld: 'a redacted copy of a question, which is exported' }

/** Drafts of the settings, their trials, and the cases and runs of evaluations. */
export const evaluationTables: readonly TablePolicy[] = [
  {
    table: 'evaluation_results',
    purpose: 'shows how the answers of a draft differ from the published ones',
    columns: {
      ...none('id run_id case_id position attempts changed regressions done_at'),
      asked: copy,
      draft: { withheld: 'an answer to a redacted question, made for the operators' },
      published: { withheld: 'an answer to a redacted question, made for the operators' },
    },
    owner: [],
    retention: { rule: 'as long as the case and the run' },
    erasure: { kind: 'by', table: 'evaluation_cases' },
  },
  {
    table: 'evaluation_cases',
    purpose: 'questions whose answers are compared before settings are published',
    columns: {
      ...none('id source language widget_id expectations required enabled version created_at updated_at'),
      key: copy,
      question: copy,
      history: copy,
      client_id: { withheld: 'the account that owns the widgets; its widgets are exported' },
      asked_by: { withheld: 'the account that the export is about' },
      conversation_id: copy,
      updated_by: savedBy,
    },
    owner: [{ userId: 'asked_by' }, { clientId: 'client_id' }, { userId: 'updated_by' }],
    retention: {
      rule: 'cases from the review OUTCOME_RETENTION_DAYS, others for good',
      purge: purgeEvaluations,
    },
    // A foreign key deletes the cases of a deleted conversation.
    erasure: {
      kind: 'run',
      erase: async (tx, subject) => {
        const { id } = subject
        await tx.execute(
          sql`delete from evaluation_cases where asked_by = ${id} or ${inOrganisations('client_id', subject)}`,
        )
        await tx.execute(sql`update evaluation_cases set updated_by = null where updated_by = ${id}`)
      },
    },
  },
  {
    table: 'evaluation_runs',
    purpose: 'runs of evaluations',
    columns: {
      ...none('id draft_id draft_version published_version draft_state published_state judge_model'),
      ...none('created_at started_at finished_at cancelled_at regressions'),
      created_by: { withheld: 'the work of an administrator' },
    },
    owner: [{ userId: 'created_by' }],
    retention: { rule: 'OUTCOME_RETENTION_DAYS; the person until the account is deleted' },
    erasure: {
      kind: 'run',
      erase: (tx, { id }) =>
        tx.execute(sql`update evaluation_runs set created_by = null where created_by = ${id}`),
    },
  },
  {
    table: 'settings_trials',
    purpose: 'drafts that answer a share of the visitors',
    columns: {
      ...none('id draft_id draft_version state share started_at ended_at end'),
      started_by: savedBy,
    },
    owner: [{ userId: 'started_by' }],
    retention: { rule: 'as long as the draft; the person until the account is deleted' },
    erasure: {
      kind: 'run',
      erase: (tx, { id }) =>
        tx.execute(sql`update settings_trials set started_by = null where started_by = ${id}`),
    },
  },
  {
    table: 'settings_drafts',
    purpose: 'master settings that are not published',
    columns: { ...none('id name version state published_as updated_at'), updated_by: savedBy },
    owner: [{ userId: 'updated_by' }],
    retention: { rule: 'for good; the person until the account is deleted' },
    erasure: {
      kind: 'run',
      erase: (tx, { id }) =>
        tx.execute(sql`update settings_drafts set updated_by = null where updated_by = ${id}`),
    },
  },
]
