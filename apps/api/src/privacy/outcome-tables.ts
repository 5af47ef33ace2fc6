import { sql } from 'drizzle-orm'
import { exportOpened } from '../outcomes/outcomes.store.ts'
import { purgeOutcomes } from '../outcomes/retention.store.ts'
import { purgeClicks } from '../orders/orders.store.ts'
import { none } from './content-tables.ts'
import { inOrganisations, type TablePolicy } from './data-policy.ts'
import { inOrder } from './in-parts.ts'

const copy = { withheld: 'a redacted copy of a message, which is exported' }
const review = { withheld: 'the operators’ own review of the answer' }

/** Records of answers. A foreign key on `conversations` deletes those of a deleted conversation. */
export const outcomeTables: readonly TablePolicy[] = [
  {
    table: 'answer_outcomes',
    purpose: 'shows operators what was answered, from which sources, and how it was received',
    columns: {
      ...Object.fromEntries(
        'ending outcome variant language safety_category safety_severity model tokens output_tokens cost_micros first_text_ms total_ms approved_answer_id'
          .split(' ')
          .map((column) => [column, { withheld: 'facts about an answer, which is exported' }]),
      ),
      id: 'exported',
      client_id: { withheld: 'the account that owns the widget; its widgets are exported' },
      widget_id: { withheld: 'the statistics, which are exported, name the widget of each message' },
      user_id: { withheld: 'the account that the export is about' },
      conversation_id: copy,
      at: 'exported',
      question: copy,
      answer: copy,
      searches: copy,
      citations: copy,
      citations_opened: 'exported',
      products: copy,
      products_clicked: 'exported',
      rating: copy,
      rating_reason: copy,
      status: review,
      assignee: review,
      labels: review,
      note: review,
    },
    owner: [{ userId: 'user_id' }, { clientId: 'client_id' }, { userId: 'assignee' }],
    retention: {
      rule: 'OUTCOME_RETENTION_DAYS; its texts OUTCOME_TEXT_DAYS, and none without OUTCOME_TEXT=on; shorter periods of the deployment and of clients in retention_rules',
      purge: purgeOutcomes,
    },
    export: { section: 'opened_sources', read: ({ db, subject }) => exportOpened(db, subject.id) },
    // Texts of a client's visitors are deleted with the client.
    erasure: {
      kind: 'run',
      erase: async (tx, subject) => {
        const { id } = subject
        await tx.execute(
          sql`delete from answer_outcomes where user_id = ${id} or ${inOrganisations('client_id', subject)}`,
        )
        await tx.execute(sql`update answer_outcomes set assignee = null where assignee = ${id}`)
      },
      eraseBefore: async (db, { organisationIds }) => {
        for (const id of organisationIds) {
          await inOrder(
            db,
            { table: sql`answer_outcomes`, where: sql`client_id = ${id}::uuid`, key: [['id', 'uuid']] },
            (part) => sql`delete from answer_outcomes where ${part}`,
          )
        }
      },
    },
  },
  {
    table: 'product_clicks',
    purpose: 'tells orders that follow a click in a widget from others',
    columns: {
      ...none('id'),
      client_id: { withheld: 'the account that owns the widget; its widgets are exported' },
      widget_id: { withheld: 'the statistics, which are exported, name the widget of each message' },
      answer_id: { withheld: 'the clicked products of each answer are exported' },
      product: { withheld: 'the clicked products of each answer are exported' },
      at: { withheld: 'the clicked products of each answer are exported' },
      orders: { withheld: 'a count that bounds invented orders' },
    },
    owner: [{ clientId: 'client_id' }, { messageId: 'answer_id' }],
    retention: {
      rule: 'ORDER_WINDOW_DAYS, and the shorter periods of interactions in retention_rules',
      purge: (db, now, { orderWindowDays }) => purgeClicks(db, now, orderWindowDays),
    },
    erasure: { kind: 'by', table: 'answer_outcomes' },
  },
  {
    table: 'widget_orders',
    purpose: 'counts orders after product clicks; leads to no visitor and no conversation',
    columns: {
      ...none('id widget_id at currency total products bought'),
      number_digest: { withheld: 'a keyed digest of a number of the shop, not assigned to a person' },
      client_id: { withheld: 'the account that owns the widget; its widgets are exported' },
    },
    owner: [{ clientId: 'client_id' }],
    retention: { rule: 'as the figures of outcomes by day' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'gaps',
    purpose: 'groups questions that the content does not cover; has no text of its own',
    columns: {
      ...none('id language status closed_at article_id checked_doc checked answered'),
      client_id: { withheld: 'the account that owns the widgets; its widgets are exported' },
    },
    owner: [{ clientId: 'client_id' }],
    retention: { rule: 'until the records or the texts of its questions are deleted' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'gap_questions',
    purpose: 'names the gap of a question',
    columns: none('answer_id gap_id rank'),
    owner: [],
    retention: { rule: 'as long as the record of the answer' },
    erasure: { kind: 'by', table: 'answer_outcomes' },
  },
]
