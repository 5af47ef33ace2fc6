import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  chatEventSchema,
  chatLimits,
  chatRequestSchema,
  contactRequestSchema,
  conversationListSchema,
  conversationQuerySchema,
  errorBodySchema,
  loginRequestSchema,
  meResponseSchema,
  messageSchema,
  routes,
  signupRequestSchema,
} from './index.ts'

// Specification 1, section 7, specification 2, section 7, and the calls that we add.
const CALLS = `
POST /api/login/second-factor
POST /api/login/passkey
POST /api/login/passkey/options
POST /api/account/proof
GET /api/account/second-factor
POST /api/account/second-factor/totp
POST /api/account/second-factor/totp/confirm
DELETE /api/account/second-factor/totp
POST /api/account/second-factor/recovery-codes
POST /api/account/passkeys
POST /api/account/passkeys/options
DELETE /api/account/passkeys/{id}
GET /api/admin/accounts
GET /api/admin/accounts/{id}
PUT /api/admin/accounts/{id}/role
PUT /api/admin/accounts/{id}/disabled
DELETE /api/admin/accounts/{id}/second-factor
DELETE /api/admin/accounts/{id}/sessions
DELETE /api/admin/accounts/{id}/sessions/{session}
GET /api/stats/outcomes
GET /api/client/outcomes
GET /api/client/orders
POST /embed/orders
DELETE /api/client/orders/{id}
GET /api/admin/budgets
PUT /api/admin/budgets
DELETE /api/admin/budgets/{id}
GET /api/admin/model-prices
PUT /api/admin/model-prices
GET /api/admin/alerts
POST /api/admin/alerts/{id}/seen
GET /api/admin/retention
PUT /api/admin/retention
POST /api/admin/retention/preview
GET /api/admin/weekly-report
PUT /api/admin/weekly-report
GET /api/account/weekly-report
PUT /api/account/weekly-report
GET /api/client/room
GET /api/client/activity
GET /api/client/identity
POST /api/client/identity/secret
GET /api/client/visitors
GET /api/client/visitors/{id}/export
DELETE /api/client/visitors/{id}
GET /api/client/api-keys
POST /api/client/api-keys
POST /api/client/api-keys/{id}/rotate
DELETE /api/client/api-keys/{id}
GET /api/client/members
PUT /api/client/members/{id}/role
DELETE /api/client/members/{id}
POST /api/client/members/{id}/ownership
POST /api/client/members/leave
POST /api/client/members/invitations
POST /api/client/members/invitations/{id}/resend
DELETE /api/client/members/invitations/{id}
PUT /api/client/organisation
GET /api/organisations
PUT /api/organisations/current
POST /api/member-invitations/preview
POST /api/member-invitations/accept
GET /api/client/sign-in
PUT /api/client/sign-in
DELETE /api/client/sign-in
PUT /api/client/sign-in/second-factor
POST /api/client/sign-in/test
POST /api/client/sign-in/domains
POST /api/client/sign-in/domains/{id}/verify
DELETE /api/client/sign-in/domains/{id}
POST /api/admin/sign-in-domains/{id}/confirm
POST /api/login/organisation
POST /api/login/organisation/callback
GET /api/client/webhooks
POST /api/client/webhooks
PUT /api/client/webhooks/{id}
DELETE /api/client/webhooks/{id}
POST /api/client/webhooks/{id}/secret
POST /api/client/webhooks/{id}/test
GET /api/client/webhooks/{id}/deliveries
POST /api/client/webhooks/{id}/deliveries/{delivery}/replay
PUT /api/client/widgets/{id}/appearance
GET /api/admin/invitations
POST /api/admin/invitations
POST /api/admin/invitations/{id}/resend
DELETE /api/admin/invitations/{id}
GET /api/handover
POST /api/handover
POST /api/handover/preview
GET /api/admin/configurators/{id}/handover
PUT /api/admin/configurators/{id}/handover
POST /api/admin/configurators/{id}/handover/secret
POST /api/admin/configurators/{id}/handover/test
POST /api/login-link
GET /api/shares
PATCH /api/shares/{id}
DELETE /api/shares/{id}
GET /api/conversations/{id}/share
POST /api/conversations/{id}/share
GET /api/shared/{token}
GET /api/shared/{token}/images/{id}
GET /api/admin/review
GET /api/admin/gaps
GET /api/admin/jobs
GET /api/admin/llm-settings/drafts
POST /api/admin/llm-settings/drafts
GET /api/admin/llm-settings/drafts/{id}
PUT /api/admin/llm-settings/drafts/{id}
DELETE /api/admin/llm-settings/drafts/{id}
POST /api/admin/llm-settings/drafts/{id}/publish
GET /api/admin/llm-settings/trials
POST /api/admin/llm-settings/trials
POST /api/admin/llm-settings/trials/{id}/stop
GET /api/admin/evaluations
POST /api/admin/evaluations
GET /api/admin/evaluations/{id}
POST /api/admin/evaluations/{id}/cancel
GET /api/admin/evaluations/cases
POST /api/admin/evaluations/cases
POST /api/admin/evaluations/cases/from-review
POST /api/admin/evaluations/cases/from-article
GET /api/admin/evaluations/cases/{id}
PUT /api/admin/evaluations/cases/{id}
DELETE /api/admin/evaluations/cases/{id}
POST /api/admin/jobs/{lane}/{id}/retry
GET /api/admin/knowledge/jobs
GET /api/admin/knowledge/jobs/{id}
POST /api/admin/knowledge/jobs/{id}/retry
POST /api/admin/knowledge/uploads
GET /api/admin/knowledge/sources
POST /api/admin/knowledge/sources
PUT /api/admin/knowledge/sources/{id}
DELETE /api/admin/knowledge/sources/{id}
POST /api/admin/knowledge/sources/{id}/sync
PATCH /api/admin/gaps/{id}
GET /api/admin/review/summary
PATCH /api/admin/review/{id}
POST /api/chat/answers/{id}/opened
GET /api/admin/approved-answers
GET /api/admin/approved-answers/summary
GET /api/admin/approved-answers/draft
GET /api/admin/approved-answers/sources
POST /api/admin/approved-answers
GET /api/admin/approved-answers/{id}
PUT /api/admin/approved-answers/{id}
DELETE /api/admin/approved-answers/{id}
GET /api/admin/approved-answers/{id}/versions
POST /api/admin/approved-answers/{id}/versions/{n}/restore
GET /api/admin/knowledge/articles
POST /api/admin/knowledge/articles
GET /api/admin/knowledge/articles/{id}
PUT /api/admin/knowledge/articles/{id}
DELETE /api/admin/knowledge/articles/{id}
GET /api/admin/knowledge/articles/{id}/versions
POST /api/admin/knowledge/articles/{id}/versions/{n}/restore
GET /api/admin/knowledge/products
POST /api/admin/knowledge/products
GET /api/admin/knowledge/products/{id}
PUT /api/admin/knowledge/products/{id}
DELETE /api/admin/knowledge/products/{id}
GET /api/admin/knowledge/products/{id}/versions
POST /api/admin/knowledge/products/{id}/versions/{n}/restore
POST /api/admin/knowledge/articles/preview
GET /api/admin/knowledge/synonyms
GET /api/admin/operator-entries/{id}/history
GET /api/admin/safety
GET /api/admin/safety/counts
POST /api/admin/knowledge/synonyms
POST /api/admin/knowledge/synonyms/import
POST /api/admin/operator-entries/{id}/restore
POST /api/admin/safety/lines
POST /api/admin/safety/phrases
POST /api/admin/safety/spikes/{id}/seen
POST /api/admin/safety/try
GET /api/me
POST /api/logout
POST /api/login
POST /api/signup
POST /api/reset-password
POST /api/update-password
POST /api/auth/callback
GET /api/chat/anon-status
GET /api/conversations
POST /api/conversations
PATCH /api/conversations/{id}
DELETE /api/conversations/{id}
GET /api/conversations/{id}/messages
POST /api/chat
GET /api/authors
GET /api/tools
GET /api/billing/status
GET /api/billing/catalog
POST /api/billing/checkout
POST /api/billing/portal
POST /api/contact
GET /api/stats/product-queries
GET /api/stats/chat-subjects
GET /api/stats/message-geo
GET /api/admin/clients
GET /api/client/widgets
GET /api/client/stats
GET /api/admin/configurators
POST /api/admin/configurators
DELETE /api/admin/configurators/{id}
GET /api/admin/configurators/{id}/history
GET /api/admin/configurators/{id}/sightings
POST /api/admin/configurators/{id}/active
GET /api/embed/lists
GET /api/embed/pictures/{widget}/{picture}
GET /api/admin/llm-settings
POST /api/admin/llm-settings
POST /api/tools/debug-decision
GET /api/admin/entitlements
GET /api/admin/entitlements/options
POST /api/admin/entitlements
POST /embed/login
POST /embed/signup
GET /api/conversations/{id}
POST /api/conversations/import
GET /api/chat/streams/{stream_id}
POST /api/chat/streams/{stream_id}/stop
PUT /api/messages/{id}/feedback
POST /api/embed/session
GET /api/site
GET /api/images/{id}
GET /api/demo/outbox
GET /api/account/sessions
DELETE /api/account/sessions
DELETE /api/account/sessions/{id}
GET /api/account/storage
GET /api/account/export
POST /api/account/delete
GET /api/admin/llm-settings/history
POST /api/admin/llm-settings/restore
GET /api/admin/audit
GET /api/admin/audit/export
GET /api/admin/audit/check
GET /api/admin/knowledge/search
`

describe('the route table', () => {
  it('names every call of the specifications and of the wire contract, and no other', () => {
    const named = Object.values(routes).map(({ method, path }) => `${method} ${path}`)
    expect(named.toSorted()).toEqual(CALLS.trim().split('\n').toSorted())
  })

  it.each(Object.entries(routes))('%s says what it answers, or is a DELETE', (_, route) => {
    expect('response' in route || route.method === 'DELETE').toBe(true)
  })

  it.each(Object.entries(routes))(
    '%s can be written as JSON schema, with names in snake_case',
    (_, route) => {
      const schemas = [
        ...('request' in route ? [route.request] : []),
        ...('response' in route ? [route.response] : []),
      ]
      const written = schemas.map((schema) => z.toJSONSchema(schema, { io: 'input' }))
      expect(propertyNames(written).filter((name) => !/^[a-z_]+$/u.test(name))).toEqual([])
    },
  )
})

function propertyNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties ?? {}) : []
  return own.concat(Object.values(schema).flatMap(propertyNames))
}

describe('the body of POST /api/chat', () => {
  const accepts = (body: object) => chatRequestSchema.safeParse(body).success

  it('needs a text, unless it answers a message again', () => {
    expect(accepts({ text: 'Hello?' })).toBe(true)
    expect(accepts({})).toBe(false)
    expect(accepts({ text: ' \n' })).toBe(false)
    expect(accepts({ text: '', parent_id: 'm1' })).toBe(true)
  })

  it('takes 32,000 characters as a person counts them', () => {
    expect(accepts({ text: '😀'.repeat(chatLimits.textCharacters) })).toBe(true)
    expect(accepts({ text: 'a'.repeat(chatLimits.textCharacters + 1) })).toBe(false)
    expect(accepts({ text: '😀'.repeat(chatLimits.textCharacters + 1) })).toBe(false)
  })

  it('takes 8 images of 5 MB, and 50 items of history', () => {
    const image = { data: 'A'.repeat(Math.ceil(chatLimits.imageBytes / 3) * 4) }
    const images = Array.from({ length: 8 }, () => ({ data: 'AAAA' }))
    const conversation = Array.from({ length: 50 }, () => ({ role: 'user', content: 'x' }))
    expect(accepts({ text: 'x', images, conversation })).toBe(true)
    expect(accepts({ text: 'x', images: [image] })).toBe(true)
    expect(accepts({ text: 'x', images: [{ data: `${image.data}AAAA` }] })).toBe(false)
    expect(accepts({ text: 'x', images: [...images, { data: 'AAAA' }] })).toBe(false)
    expect(accepts({ text: 'x', conversation: [...conversation, { role: 'user', content: 'x' }] })).toBe(
      false,
    )
  })

  it('takes null for what is left out, and fills the defaults of an image', () => {
    const body = { text: 'x', conversation_id: null, authors: null, images: [{ data: 'AAAA' }] }
    expect(chatRequestSchema.parse(body).images).toEqual([{ mime_type: 'image/png', data: 'AAAA', name: '' }])
  })

  it('takes an empty id for none, and a UUID in capitals', () => {
    const id = '01990000-0000-7000-8000-00000000000a'
    const body = { text: 'x', conversation_id: '', embed_id: '', parent_id: id.toUpperCase() }
    expect(chatRequestSchema.parse(body)).toEqual({ text: 'x', parent_id: id })
    expect(accepts({ text: '', parent_id: '' })).toBe(false)
    expect(chatRequestSchema.parse({ text: 'x', conversation_id: 'Price_A' }).conversation_id).toBe('Price_A')
  })

  it('needs a UUID for client_message_id', () => {
    expect(accepts({ text: 'x', client_message_id: crypto.randomUUID() })).toBe(true)
    expect(accepts({ text: 'x', client_message_id: '7' })).toBe(false)
  })
})

describe('the events of a stream', () => {
  it.each([
    { type: 'LLM_Response', content: 'text chunk' },
    { type: 'conv_title', content: { id: 'c1', title: 'Sleep' } },
    {
      type: 'citations',
      content: [
        {
          citation_num: 1,
          citation_string: '[1] Title (https://example.org)',
          title: 'Title',
          url: 'https://example.org',
          quote: 'A whole sentence.',
          heading: 'Heading',
          publisher: 'Publisher',
          language: 'en',
        },
      ],
    },
    { type: 'outcome', content: 'partial' },
    { type: 'suggestions', content: ['How much zinc do adults need?'] },
    { type: 'product_update', content: { original: '<product>Zinc</product>', replacement: '<a>Zinc</a>' } },
    { type: 'status', content: 'Searching…' },
    { type: 'error', message: 'The model is busy.', code: 'unavailable' },
    { type: 'message', content: { user_id: 'u', assistant_id: 'a', conversation_id: null } },
  ])('$type is written as the wire contract says', (event) => {
    expect(chatEventSchema.parse(event)).toEqual(event)
  })

  it.each([
    { type: 'LLM_Response', text: 'text chunk' },
    { type: 'LLM_Response', content: 'x', extra: true },
    { type: 'conv_title', id: 'c1', title: 'Sleep' },
    { type: 'citations', content: [{ citation_num: 1 }] },
    { type: 'outcome', content: 'perhaps' },
    { type: 'suggestions', content: ['a', 'b', 'c', 'd'] },
    { type: 'unheard_of' },
  ])('is not written as %j', (event) => {
    expect(chatEventSchema.safeParse(event).success).toBe(false)
  })
})

describe('the other bodies', () => {
  it('trim the address of a login, and refuse an empty pair', () => {
    expect(loginRequestSchema.parse({ email: ' a@example.com ', password: ' p ' })).toEqual({
      email: 'a@example.com',
      password: ' p ',
    })
    expect(loginRequestSchema.safeParse({ email: ' ', password: 'p' }).success).toBe(false)
  })

  it('ask for at least 15 characters of a new password', () => {
    const accepts = (password: string) =>
      signupRequestSchema.safeParse({ email: 'a@example.com', password }).success
    expect([14, 15, 128, 129].map((length) => accepts('x'.repeat(length)))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('count the characters of a new password as a person does', () => {
    const accepts = (password: string) =>
      signupRequestSchema.safeParse({ email: 'a@example.com', password }).success
    expect([14, 15, 128, 129].map((length) => accepts('😀'.repeat(length)))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it("refuse 4,001 characters of a contact message with the specification's words", () => {
    const message = (length: number) => ({ name: 'A', email: 'a@example.com', message: 'é'.repeat(length) })
    expect(contactRequestSchema.safeParse(message(4000)).success).toBe(true)
    const refused = contactRequestSchema.safeParse(message(4001))
    expect(refused.error?.issues[0]?.message).toBe('Message is too long (max 4000 characters).')
  })

  it('page by 20, and by at most 100', () => {
    expect(conversationQuerySchema.parse({})).toEqual({ limit: 20 })
    expect(conversationQuerySchema.parse({ limit: '5', cursor: 'c', q: 'zinc' })).toEqual({
      limit: 5,
      cursor: 'c',
      q: 'zinc',
    })
    expect(conversationQuerySchema.safeParse({ limit: '101' }).success).toBe(false)
  })

  it('are closed: what is missing is noticed', () => {
    expect(meResponseSchema.safeParse({ authenticated: false }).success).toBe(false)
    expect(conversationListSchema.safeParse({ items: [] }).success).toBe(false)
    expect(errorBodySchema.safeParse({ error: 'x', code: 'y' }).success).toBe(false)
    expect(messageSchema.safeParse({ id: 'm', role: 'user' }).success).toBe(false)
  })
})
