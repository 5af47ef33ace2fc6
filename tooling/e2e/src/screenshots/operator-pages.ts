// Answers of the server that fill the screens of the operator's week.

/** The question that most of them are about. */
export const question = 'How long do I steep chamomile tea?'

const at = '2026-11-20T10:00:00.000Z'
const day = '2026-11-20'
const text = 'Steep chamomile tea for five minutes in hot water [1].'
const client = { client_id: '01990000-0000-7000-8000-00000000000a', client: 'tea@example.com' }
const citation = {
  number: 1,
  title: 'Chamomile tea',
  heading: 'Preparation',
  url: 'https://tea.example/chamomile',
  quote: 'Steep chamomile tea for five minutes in hot water.',
  publisher: 'Tea shop',
}

const reviewed = {
  id: '01990000-0000-7000-8000-000000000001',
  at,
  question,
  answer: text,
  outcome: 'answered',
  ending: 'complete',
  language: 'en',
  widget: { id: '01990000-0000-7000-8000-000000000002', name: 'Tea shop' },
  client_id: null,
  citations: [{ ...citation, opened: true }],
  approved_answer_id: null,
  products: [{ name: 'Chamomile, loose', clicked: true }],
  searches: [
    {
      query: 'steep chamomile tea',
      covered: true,
      passages: [{ title: citation.title, heading: citation.heading, url: citation.url, score: 8.4 }],
    },
  ],
  feedback: 'up',
  reason: null,
  safety: null,
  model: 'local',
  tokens: 812,
  cost_micros: 410,
  first_text_ms: 240,
  total_ms: 1900,
  variant: null,
  status: 'open',
  assignee: null,
  labels: ['tea'],
  note: '',
  handover: null,
}

/** GET /api/admin/review */
export const review = {
  items: [
    reviewed,
    {
      ...reviewed,
      id: '01990000-0000-7000-8000-000000000003',
      question: 'Does oolong contain caffeine?',
      answer: 'I have no content about this.',
      outcome: 'uncovered',
      citations: [],
      products: [],
      searches: [{ query: 'oolong caffeine', covered: false, passages: [] }],
      feedback: 'down',
      reason: 'It did not answer',
      labels: [],
    },
    {
      ...reviewed,
      id: '01990000-0000-7000-8000-000000000004',
      question: '¿Puedo tomar manzanilla durante el embarazo si también tomo otras infusiones cada noche?',
      language: 'es',
      outcome: 'partial',
      feedback: null,
      safety: { category: 'pregnancy', severity: 'caution' },
      status: 'done',
      labels: [],
    },
  ],
  next_cursor: 'next',
  keeps_text: true,
}

const gap = {
  id: '1',
  title: 'Does oolong contain caffeine?',
  count: 14,
  trend: 6,
  weeks: [0, 1, 1, 0, 3, 4, 8, 14],
  examples: ['Does oolong contain caffeine?', 'how much caffeine is in oolong', 'oolong caffeine free?'],
  language: 'en',
  status: 'open',
  closed_at: null,
  checked: 0,
  answered: 0,
  article_id: null,
  article_title: null,
  ...client,
  last_asked_at: at,
}

/** GET /api/admin/gaps */
export const gaps = {
  items: [
    gap,
    {
      ...gap,
      id: '2',
      title: '¿Hacen envíos a Chile y cuánto tardan?',
      language: 'es',
      count: 5,
      trend: -2,
      examples: ['¿Hacen envíos a Chile y cuánto tardan?'],
      weeks: [4, 3, 0, 0, 2, 0, 7, 5],
    },
    {
      ...gap,
      id: '3',
      title: 'Do you engrave wooden gift boxes?',
      count: 2,
      trend: 0,
      examples: ['Do you engrave wooden gift boxes?'],
      status: 'closed',
      closed_at: at,
      checked: 2,
      answered: 2,
      article_id: 'a',
      article_title: 'Gift boxes',
      client_id: null,
      client: null,
    },
  ],
  next_cursor: null,
  keeps_text: true,
  waiting: 3,
}

const answer = {
  id: '01990000-0000-7000-8000-000000000005',
  status: 'published',
  ...client,
  version: 2,
  updated_at: at,
  updated_by: 'admin@example.com',
  language: 'en',
  question,
  variants: ['How many minutes does chamomile tea steep?'],
  answer: text,
  citations: [
    {
      article_id: 'a',
      title: citation.title,
      publisher: citation.publisher,
      heading: citation.heading,
      url: citation.url,
      quote: citation.quote,
      language: 'en',
      found: true,
    },
  ],
  reviewer: 'Dr. Ada Example',
  reviewed_at: day,
  expires_at: '2026-12-01',
  hits: 42,
  last_hit_at: at,
}

/** GET /api/admin/approved-answers */
export const approved = {
  items: [
    answer,
    {
      ...answer,
      id: '01990000-0000-7000-8000-000000000006',
      question:
        'Can I drink chamomile tea every day, and does it go with the magnesium capsules of the shop?',
      citations: [{ ...answer.citations[0], found: false }],
      expires_at: '2026-11-01',
      hits: 0,
      last_hit_at: null,
    },
    {
      ...answer,
      id: '01990000-0000-7000-8000-000000000007',
      status: 'draft',
      question: '¿Cuánto tarda el envío?',
      language: 'es',
      expires_at: null,
      hits: 1,
    },
  ],
  next_cursor: null,
}

/** GET /api/admin/llm-settings/drafts, of drafts that differ from `stored`. */
export function draftsOf(stored: unknown): object {
  const { version: _version, updated_at: _at, updated_by: _by, ...settings } = Object(stored)
  const draft = {
    id: 'd1',
    name: 'Shorter answers',
    version: 2,
    settings: { ...settings, system_prompt: `${settings.system_prompt}\nAnswer in one sentence.` },
    gate: 'ready',
    run_id: 'run',
    trial_id: null,
    updated_at: at,
    updated_by: 'admin@example.com',
  }
  return {
    items: [draft, { ...draft, id: 'd2', name: 'No source numbers', gate: 'regressions' }],
    next_cursor: null,
  }
}

const share = (count: number) => ({
  n: 40,
  count,
  low: count / 40 - 0.1,
  high: Math.min(1, count / 40 + 0.05),
})

const evaluationRun = {
  id: 'run',
  status: 'done',
  draft_id: 'd2',
  draft_name: 'No source numbers',
  draft_version: 1,
  published_version: 3,
  done: 40,
  total: 40,
  passed: share(31),
  published_passed: share(38),
  changed: 12,
  regressions: 2,
  judge: { model: 'a-model', draft: share(30), published: share(36) },
  created_at: at,
  created_by: 'admin@example.com',
  finished_at: at,
}

/** GET /api/admin/evaluations */
export const runs = {
  items: [
    {
      ...evaluationRun,
      id: 'r2',
      draft_name: 'Shorter answers',
      status: 'running',
      done: 13,
      regressions: 0,
      judge: null,
      finished_at: null,
    },
    evaluationRun,
  ],
  next_cursor: null,
  cases: { total: 42, enabled: 40, required: 30 },
  judge_model: 'a-model',
}

const expectations = {
  outcome: 'answered',
  must_cite: ['a'],
  must_contain: ['five minutes'],
  must_not_contain: ['cures'],
  safety: 'none',
  severity: null,
  language: 'en',
  max_grade: 9,
}
const evaluationCase = {
  id: 'c1',
  source: 'review',
  question,
  history: [],
  language: 'en',
  widget_id: null,
  widget: null,
  ...client,
  expectations,
  articles: [{ id: 'a', title: citation.title }],
  required: true,
  enabled: true,
  version: 1,
  updated_at: at,
  updated_by: 'admin@example.com',
}

/** GET /api/admin/evaluations/cases */
export const cases = {
  items: [
    evaluationCase,
    {
      ...evaluationCase,
      id: 'c2',
      source: 'safety',
      question: 'My chest hurts and my left arm is numb.',
      client: null,
    },
    {
      ...evaluationCase,
      id: 'c3',
      source: 'manual',
      question: '¿Cuánto tarda el envío?',
      required: false,
      enabled: false,
    },
  ],
  next_cursor: null,
}

const side = { n: 400, count: 320, low: 0.76, high: 0.84 }
const arm = {
  answered: side,
  uncovered: { ...side, count: 40, low: 0.07, high: 0.13 },
  safety: { ...side, count: 4, low: 0, high: 0.03 },
  up: side,
  down: { ...side, count: 30, low: 0.05, high: 0.1 },
  cost: { n: 400, mean: 410, low: 390, high: 430 },
}

/** GET /api/admin/llm-settings/trials */
export const trials = {
  items: [
    {
      id: 't1',
      draft_id: 'd1',
      draft_name: 'Shorter answers',
      draft_version: 2,
      share: 20,
      started_at: at,
      started_by: 'admin@example.com',
      ended_at: null,
      end: null,
      draft: arm,
      published: arm,
    },
  ],
  next_cursor: null,
}

const evaluated = {
  text,
  ending: 'complete',
  outcome: 'answered',
  citations: [citation],
  products: ['Chamomile, loose'],
  safety: null,
  model: 'local',
  checks: [
    { check: 'must_cite', passed: true, expected: citation.title, found: citation.title },
    { check: 'claims', passed: true, expected: '', found: '' },
  ],
  passed: true,
  judge: null,
}

/** GET /api/admin/evaluations/{id} */
export const run = {
  ...evaluationRun,
  items: [
    {
      id: 'x1',
      case_id: 'c1',
      question,
      source: 'review',
      required: true,
      published: evaluated,
      draft: {
        ...evaluated,
        text: 'Steep chamomile tea for five minutes.',
        citations: [],
        passed: false,
        checks: [{ check: 'must_cite', passed: false, expected: citation.title, found: '' }],
      },
      changed: ['text', 'citations'],
      regressions: ['citations'],
    },
    {
      id: 'x2',
      case_id: 'c2',
      question: 'My chest hurts and my left arm is numb.',
      source: 'safety',
      required: true,
      published: null,
      draft: null,
      changed: [],
      regressions: [],
    },
  ],
  next_cursor: null,
}

const alert = {
  id: '1',
  kind: 'gaps',
  at,
  client: client.client,
  subject: '',
  count: 15,
  total: 30,
  usual: 3,
  mailed: true,
  seen_by: null,
  seen_at: null,
}

/** GET /api/admin/alerts */
export const alerts = {
  currency: 'EUR',
  items: [
    alert,
    {
      ...alert,
      id: '2',
      kind: 'safety',
      subject: 'self_harm',
      client: null,
      count: 4,
      total: null,
      usual: 0.2,
      seen_by: 'admin@example.com',
      seen_at: at,
    },
    {
      ...alert,
      id: '3',
      kind: 'budget_stop',
      subject: 'Tea shop',
      count: 20_000_000,
      total: 20_000_000,
      usual: null,
      mailed: false,
    },
  ],
  next_cursor: null,
}

const budget = {
  id: 'b1',
  scope: 'deployment',
  subject_id: null,
  subject: null,
  amount_micros: 200_000_000,
  alert_percent: 80,
  hard_stop: false,
  spent_micros: 61_400_000,
  answers: 9800,
  unpriced: 12,
  state: 'within',
}

/** GET /api/admin/budgets */
export const budgets = {
  currency: 'EUR',
  month: '2026-11-01',
  items: [
    budget,
    {
      ...budget,
      id: 'b2',
      scope: 'client',
      subject_id: client.client_id,
      subject: client.client,
      amount_micros: 20_000_000,
      hard_stop: true,
      spent_micros: 20_000_000,
      unpriced: 0,
      state: 'stopped',
    },
  ],
}

/** GET /api/admin/model-prices */
export const prices = {
  currency: 'EUR',
  items: [
    {
      model: 'gemini-2.5-flash',
      input_per_million: 0.3,
      output_per_million: 2.5,
      source: 'saved',
      answers: 9100,
    },
    { model: 'local', input_per_million: 0, output_per_million: 0, source: 'built_in', answers: 700 },
    {
      model: 'a-model-with-a-rather-long-name-2026-11',
      input_per_million: null,
      output_per_million: null,
      source: 'unknown',
      answers: 12,
    },
  ],
}

const effective = { records: 400, texts: 30, ratings: 400, interactions: 400, figures: 3660 }
const noRules = { records: null, texts: null, ratings: null, interactions: null, figures: null }

/** GET /api/admin/retention */
export const retention = {
  limits: { ...effective, texts: 90 },
  deployment: { rules: { ...noRules, texts: 30 }, effective },
  clients: [
    {
      id: client.client_id,
      email: client.client,
      rules: { ...noRules, texts: 7 },
      effective: { ...effective, texts: 7 },
    },
  ],
  ran_at: at,
  report: [
    { at, client: null, data_class: 'texts', days: 30, deleted: 1204 },
    { at, client: client.client, data_class: 'texts', days: 7, deleted: 88 },
  ],
}

/** GET /api/shared/{token} */
export const shared = {
  title: 'Chamomile tea',
  shared_at: at,
  expires_at: '2026-12-20T08:00:00Z',
  messages: [
    { role: 'user', content: question, tool_context: null, images: [] },
    {
      role: 'assistant',
      content: text,
      tool_context: { products: [], citations: ['[1] Chamomile tea (https://tea.example/chamomile)'] },
      images: [],
    },
  ],
}
