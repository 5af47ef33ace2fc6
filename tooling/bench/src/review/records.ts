import { sql } from 'drizzle-orm'
import type { Db } from '@org/api/db/database.ts'

/** Number in the id of the first client. */
const firstClient = 0x7000_0000

/** Clients, each with three widgets; the first one has a fifth of all answers. */
export const clients = 100

/** The account that reviews. */
export const administrator = uuidOf(0x7fff_ffff)

/** The days of the answers; the newest is the last one. */
export const days = { first: '2026-01-15', last: '2026-04-14', count: 90 } as const

/** The account of a client, by its number from 0 on. */
export function clientId(client: number): string {
  return uuidOf(firstClient + client)
}

/** The first widget of a client. */
export function widgetId(client: number): string {
  return uuidOf(client * 3 + 1)
}

function uuidOf(number: number): string {
  return `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
}

const uuidSql = (number: string) =>
  `(lpad(to_hex(${number}), 8, '0') || '-0000-4000-8000-000000000000')::uuid`

/**
 * Adds records of answers of 90 days, the newest open, with their figures by day and 2,000 requests for a person. A
 * twentieth is not covered, a hundredth about a danger; languages, ratings and assignees are as uneven. The same in
 * every run.
 */
export async function addRecords(db: Db, count: number): Promise<void> {
  await db.execute(
    sql.raw(`
    insert into users (id, email, password_hash, role, created_at)
    select ${uuidSql('n')}, 'client' || n || '@example.com', 'none', 'client', now()
    from generate_series(${firstClient}, ${firstClient + clients - 1}) as n
    union all select '${administrator}', 'admin@example.com', 'none', 'admin', now()`),
  )
  await db.execute(
    sql.raw(`
    insert into organisations (id, name, created_at)
    select id, email, created_at from users where role = 'client'`),
  )
  await db.execute(sql.raw(`select setseed(0.5)`))
  await db.execute(
    sql.raw(`
    insert into answer_outcomes (id, client_id, widget_id, at, ending, outcome, language, safety_category, safety_severity,
      model, tokens, output_tokens, cost_micros, first_text_ms, total_ms, question, answer, searches, citations,
      citations_opened, products, products_clicked, rating, status, assignee)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || 'a' || lpad(to_hex(n), 15, '0'))::uuid,
      case when site then null else ${uuidSql(`${firstClient} + client`)} end,
      case when site then null else ${uuidSql(`client * 3 + 1 + n % 3`)} end,
      at, case when kind < 0.004 then 'failed' else 'complete' end,
      case when kind < 0.004 then null when kind < 0.05 then 'uncovered' when kind < 0.08 then 'partial'
        when kind < 0.09 then 'refused' when kind < 0.1 then 'safety' when kind < 0.12 then 'approved' else 'answered' end,
      (array['en','en','en','en','en','es','es','de','fr','ar'])[1 + floor(random() * 10)::int],
      case when kind between 0.09 and 0.1 then (array['self_harm','overdose','pregnancy','infant'])[1 + floor(random() * 4)::int] end,
      case when kind between 0.09 and 0.1 then 'urgent' end,
      case when n % 50 = 0 then 'local' else 'a-model' end, 800, 200, 400, 240, 1900,
      'Does the ' || (array['chamomile','oolong','magnesium','zinc','teapot'])[1 + n % 5] || ' of shelf ' || n || ' help me sleep through the night?',
      repeat('An answer of two sentences with its source [1]. ', 8),
      '[{"query":"sleep","covered":true,"passages":[{"title":"Sleep","heading":"Night","url":"https://tea.example/sleep","score":8.4}]}]',
      case when kind < 0.12 then '[]' else '[{"number":1,"title":"Sleep","heading":"Night","url":"https://tea.example/sleep","quote":"Sleep well.","publisher":"Tea"}]' end::jsonb,
      case when n % 9 = 0 then array[1] else '{}' end, case when n % 4 = 0 then array['Tea'] else '{}' end,
      case when n % 40 = 0 then array['Tea'] else '{}' end,
      case when n % 30 = 0 then 'up' when n % 71 = 0 then 'down' end,
      case when n % 20 = 0 and n < ${count} * 0.9 then (array['good','bad','done'])[1 + n % 3] else 'open' end,
      case when n % 1000 = 0 then '${administrator}'::uuid end
    from (
      select n, random() as kind, random() < 0.1 as site, floor(${clients} * random() ^ 4)::int as client,
        '${days.first}'::timestamptz + n * (${days.count * 86_400 - 100} * interval '1 second' / ${count}) as at
      from generate_series(0, ${count - 1}) as n
    ) as drawn`),
  )
  await db.execute(
    sql.raw(`
    insert into handovers (id, request_id, reference, client_id, name, email, message, transcript, language, answer_id, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'T' || row_number() over (), client_id, 'A', 'a@example.com', '', '{"messages":[]}', 'en', id, at
    from (select id, client_id, at, row_number() over (order by id) as place from answer_outcomes) as numbered
    where place % ${Math.max(1, Math.floor(count / 2000))} = 0`),
  )
  await db.execute(
    sql.raw(`
    insert into outcome_daily (client_id, widget_id, day, model, answers, answered, uncovered, tokens, cost_micros)
    select coalesce(client_id, '00000000-0000-0000-0000-000000000000'), coalesce(widget_id, '00000000-0000-0000-0000-000000000000'),
      (at at time zone 'UTC')::date, model, count(*), count(*) filter (where outcome = 'answered'),
      count(*) filter (where outcome = 'uncovered'), sum(tokens), sum(cost_micros)
    from answer_outcomes group by 1, 2, 3, 4`),
  )
  await db.execute(sql.raw('vacuum analyze'))
}
