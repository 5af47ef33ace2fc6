import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createApiClient } from './client.ts'
import type { ApiClient } from './client.ts'
import { routes } from './contract/index.ts'
import type { RouteName } from './contract/index.ts'
import { widgetDefaults } from './widget-defaults.ts'
import { arbitraryOf } from './testing/arbitrary-of.ts'
import { approvedDraft, articleDraft, evaluationCase, productDraft } from './testing/content-drafts.ts'

/** Converts a server response to the client's names, with null for absent fields. */
function camelize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelize)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key.replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase()),
      // Values under these keys are not renamed: they belong to the caller.
      [
        'tool_context',
        'search_tool_schema',
        'timings',
        'arguments',
        'result',
        'before',
        'after',
        'fields',
      ].includes(key)
        ? field
        : camelize(field),
    ]),
  )
}

const phraseDraft = {
  phrase: 'x',
  category: 'self_harm',
  severity: 'urgent',
  language: 'en',
  note: '',
  retired: false,
} as const
const lineDraft = {
  name: 'x',
  phone: '1',
  url: null,
  region: 'US',
  languages: [],
  categories: [],
  hours: '',
  source: 'https://help.example/',
  checked: '2026-11-20',
  retired: false,
} as const

const handoverInput = {
  channel: 'off',
  email: '',
  url: '',
  name: 'optional',
  reply: 'optional',
  hours: null,
  outside: '',
  redact: false,
  version: 0,
} as const

interface Case {
  call: (client: ApiClient) => Promise<unknown>
  /** The one field that the call gives of its answer. */
  pick?: string
}

const cases: Partial<Record<RouteName, Case>> = {
  me: { call: (client) => client.me() },
  site: { call: (client) => client.site() },
  accountSessions: { call: (client) => client.accountSessions(), pick: 'items' },
  accountStorage: { call: (client) => client.accountStorage() },
  anonStatus: { call: (client) => client.anonStatus() },
  listConversations: { call: (client) => client.listConversations() },
  createConversation: { call: (client) => client.createConversation('x') },
  getConversation: { call: (client) => client.getConversation('x') },
  listMessages: { call: (client) => client.listMessages('x') },
  authors: { call: (client) => client.authors(), pick: 'authors' },
  tools: { call: (client) => client.tools(), pick: 'tools' },
  billingStatus: { call: (client) => client.billingStatus() },
  billingCatalog: {
    call: (client) => client.billingCatalog(),
    pick: 'products',
  },
  billingPortal: { call: (client) => client.billingPortal(), pick: 'url' },
  checkout: { call: (client) => client.checkout('x'), pick: 'url' },
  productStats: { call: (client) => client.productStats() },
  subjectStats: { call: (client) => client.subjectStats() },
  geoStats: { call: (client) => client.geoStats() },
  clientWidgets: {
    call: (client) => client.clientWidgets(),
    pick: 'widgets',
  },
  clientStats: { call: (client) => client.clientStats() },
  adminClients: {
    call: (client) => client.adminClients(),
    pick: 'clients',
  },
  configurators: {
    call: (client) => client.configurators(),
    pick: 'items',
  },
  saveConfigurator: { call: (client) => client.saveConfigurator({}), pick: 'id' },
  configuratorHistory: { call: (client) => client.configuratorHistory('x'), pick: 'items' },
  configuratorSightings: { call: (client) => client.configuratorSightings('x'), pick: 'items' },
  llmSettings: { call: (client) => client.llmSettings() },
  saveLlmSettings: { call: (client) => client.saveLlmSettings({}) },
  llmSettingsHistory: { call: (client) => client.llmSettingsHistory() },
  restoreLlmSettings: { call: (client) => client.restoreLlmSettings({ version: 1 }) },
  managedAccounts: { call: (client) => client.managedAccounts() },
  managedAccount: { call: (client) => client.managedAccount('x') },
  setAccountRole: { call: (client) => client.setAccountRole('x', 'client') },
  setAccountDisabled: { call: (client) => client.setAccountDisabled('x', true) },
  auditLog: { call: (client) => client.auditLog() },
  checkAudit: { call: (client) => client.checkAudit(), pick: 'chains' },
  safetyEntries: { call: (client) => client.safetyEntries() },
  saveSafetyPhrase: { call: (client) => client.saveSafetyPhrase(phraseDraft) },
  saveSafetyLine: { call: (client) => client.saveSafetyLine(lineDraft) },
  trySafety: { call: (client) => client.trySafety({ text: 'x' }) },
  safetyCounts: { call: (client) => client.safetyCounts() },
  brandSynonyms: { call: (client) => client.brandSynonyms(), pick: 'items' },
  saveBrandSynonym: {
    call: (client) =>
      client.saveBrandSynonym({ term: 'x', synonyms: ['y'], language: null, clientId: null, retired: false }),
  },
  importBrandSynonyms: { call: (client) => client.importBrandSynonyms('x,y', null) },
  operatorEntryHistory: { call: (client) => client.operatorEntryHistory('x') },
  clientRoom: { call: (client) => client.clientRoom() },
  identitySettings: { call: (client) => client.identitySettings() },
  newIdentitySecret: { call: (client) => client.newIdentitySecret() },
  identifiedVisitors: { call: (client) => client.identifiedVisitors() },
  apiKeys: { call: (client) => client.apiKeys(), pick: 'items' },
  createApiKey: { call: (client) => client.createApiKey({ name: 'x', scopes: [] }) },
  rotateApiKey: { call: (client) => client.rotateApiKey('x', 0) },
  webhooks: { call: (client) => client.webhooks(), pick: 'items' },
  createWebhook: { call: (client) => client.createWebhook({ url: 'x', events: [] }) },
  saveWebhook: { call: (client) => client.saveWebhook('x', { url: 'x', events: [] }) },
  newWebhookSecret: { call: (client) => client.newWebhookSecret('x') },
  testWebhook: { call: (client) => client.testWebhook('x') },
  webhookDeliveries: { call: (client) => client.webhookDeliveries('x') },
  replayWebhook: { call: (client) => client.replayWebhook('x', 'y') },
  clientActivity: { call: (client) => client.clientActivity() },
  clientInvitations: { call: (client) => client.clientInvitations(), pick: 'items' },
  handoverForm: { call: (client) => client.handoverForm('x') },
  previewHandover: { call: (client) => client.previewHandover({ transcript: [] }), pick: 'transcript' },
  requestHandover: {
    call: (client) => client.requestHandover({ requestId: 'x', consent: true, transcript: [] }),
  },
  handoverSettings: { call: (client) => client.handoverSettings('x') },
  saveHandover: { call: (client) => client.saveHandover('x', handoverInput) },
  newHandoverSecret: { call: (client) => client.newHandoverSecret('x') },
  testHandover: { call: (client) => client.testHandover('x') },
  reviewList: { call: (client) => client.reviewList() },
  outcomeStats: { call: (client) => client.outcomeStats() },
  clientOrders: { call: (client) => client.clientOrders() },
  clientOutcomes: { call: (client) => client.clientOutcomes() },
  budgets: { call: (client) => client.budgets() },
  modelPrices: { call: (client) => client.modelPrices() },
  alerts: { call: (client) => client.alerts() },
  retention: { call: (client) => client.retention() },
  weeklyReport: { call: (client) => client.weeklyReport() },
  reportChoice: { call: (client) => client.reportChoice() },
  gapList: { call: (client) => client.gapList() },
  saveGap: { call: (client) => client.saveGap('x', 'open') },
  reviewSummary: { call: (client) => client.reviewSummary() },
  saveReview: { call: (client) => client.saveReview('x', { status: 'good' }) },
  settingsDrafts: { call: (client) => client.settingsDrafts() },
  createSettingsDraft: { call: (client) => client.createSettingsDraft({ name: 'x' }) },
  settingsDraft: { call: (client) => client.settingsDraft('x') },
  updateSettingsDraft: { call: (client) => client.updateSettingsDraft('x', { version: 1 }) },
  publishSettingsDraft: { call: (client) => client.publishSettingsDraft('x', { version: 1 }) },
  settingsTrials: { call: (client) => client.settingsTrials() },
  startSettingsTrial: {
    call: (client) => client.startSettingsTrial({ draftId: 'x', version: 1, share: 10 }),
  },
  stopSettingsTrial: { call: (client) => client.stopSettingsTrial('x') },
  evaluationCases: { call: (client) => client.evaluationCases() },
  createEvaluationCase: { call: (client) => client.createEvaluationCase(evaluationCase) },
  addReviewedCase: { call: (client) => client.addReviewedCase('x') },
  addArticleCases: { call: (client) => client.addArticleCases('x') },
  evaluationCase: { call: (client) => client.evaluationCase('x') },
  updateEvaluationCase: {
    call: (client) => client.updateEvaluationCase('x', { ...evaluationCase, version: 1 }),
  },
  evaluations: { call: (client) => client.evaluations() },
  startEvaluation: { call: (client) => client.startEvaluation({ draftId: 'x', judge: false }) },
  evaluation: { call: (client) => client.evaluation('x') },
  cancelEvaluation: { call: (client) => client.cancelEvaluation('x') },
  approvedAnswers: { call: (client) => client.approvedAnswers() },
  approvedSummary: { call: (client) => client.approvedSummary() },
  approvedDraft: { call: (client) => client.approvedDraft({}) },
  approvedSources: { call: (client) => client.approvedSources({ q: 'x' }) },
  approvedAnswer: { call: (client) => client.approvedAnswer('x') },
  createApprovedAnswer: {
    call: (client) => client.createApprovedAnswer({ ...approvedDraft, clientId: null }),
  },
  updateApprovedAnswer: {
    call: (client) => client.updateApprovedAnswer('x', { ...approvedDraft, version: 1 }),
  },
  approvedHistory: { call: (client) => client.approvedHistory('x') },
  restoreApprovedAnswer: { call: (client) => client.restoreApprovedAnswer('x', 1, 2) },
  articles: { call: (client) => client.articles() },
  article: { call: (client) => client.article('x') },
  createArticle: { call: (client) => client.createArticle({ ...articleDraft, clientId: null }) },
  updateArticle: { call: (client) => client.updateArticle('x', { ...articleDraft, version: 1 }) },
  previewArticle: { call: (client) => client.previewArticle(articleDraft) },
  articleHistory: { call: (client) => client.articleHistory('x') },
  restoreArticle: { call: (client) => client.restoreArticle('x', 1, 2) },
  products: { call: (client) => client.products() },
  product: { call: (client) => client.product('x') },
  createProduct: { call: (client) => client.createProduct({ ...productDraft, clientId: null }) },
  updateProduct: { call: (client) => client.updateProduct('x', { ...productDraft, version: 1 }) },
  productHistory: { call: (client) => client.productHistory('x') },
  restoreProduct: { call: (client) => client.restoreProduct('x', 1, 2) },
  searchKnowledge: { call: (client) => client.searchKnowledge({ q: 'x' }) },
  debugDecision: { call: (client) => client.debugDecision({ query: 'x' }) },
  entitlements: { call: (client) => client.entitlements('x') },
  entitlementOptions: { call: (client) => client.entitlementOptions() },
  saveEntitlements: {
    call: (client) => client.saveEntitlements({ email: 'x', mode: 'merge' }),
    pick: 'entitlements',
  },
  reportOrder: {
    call: (client) =>
      client.reportOrder({ cfg: 'x', clicks: ['y'], order: { id: '1', total: 1, currency: 'EUR' } }),
  },
  embedSession: { call: (client) => client.embedSession({ cfg: 'x', origin: 'https://example.org' }) },
  importConversations: {
    call: (client) => client.importConversations([]),
    pick: 'ids',
  },
}

/** Without nulls: what the server left out is null on this side. */
function solid(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(solid)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => (field === null ? [] : [[key, solid(field)]])),
  )
}

function clientOf(answer: unknown) {
  return createApiClient({ fetch: () => Promise.resolve(Response.json(answer)) })
}

describe('the decoders', () => {
  it.each(Object.entries(cases))(
    'of %s read whatever the contract lets the server write',
    async (name, test) => {
      const route = Object.entries(routes).find(([routeName]) => routeName === name)?.[1]
      if (route === undefined || !('response' in route)) throw new Error('There is no such answer.')
      await fc.assert(
        fc.asyncProperty(arbitraryOf(route.response), async (answer) => {
          const given = await test.call(clientOf(answer))
          const written: unknown = JSON.parse(JSON.stringify(answer))
          const whole = camelize(written)
          const expected =
            test.pick === undefined
              ? whole
              : Object.entries(whole ?? {}).find(([key]) => key === test.pick)?.[1]
          expect(solid(given)).toEqual(solid(expected))
        }),
        { numRuns: 60 },
      )
    },
  )

  it('give defaults in the place of what a server leaves out', async () => {
    const lists = await clientOf({ config: { title: 'Shop', theme: 'neon' }, authors: ['NIH'] }).embedLists(
      'w1',
    )
    expect(lists).toEqual({
      config: {
        title: 'Shop',
        theme: 'ultra',
        conversations: 'multi',
        allowAttachments: true,
        sidebarCollapsed: true,
        composePlaceholder: 'Ask something. (Shift+Enter for newline)',
        requireDisclaimer: true,
        disclaimerUrl: '/disclaimer',
        affiliateCode: null,
        position: 'bottom-right',
        handover: false,
        appearance: widgetDefaults.appearance,
      },
      authors: ['NIH'],
      tools: [],
    })
    expect(
      await clientOf({ products: [{ id: 1, prices: [{ id: 2, unit_amount: 900 }] }] }).billingCatalog(),
    ).toEqual([
      {
        id: '1',
        name: '',
        description: '',
        features: [],
        prices: [{ id: '2', unitAmount: 900, currency: 'USD', interval: null }],
      },
    ])
  })

  it('accept a bare array for a page, plain strings for authors, and text for content', async () => {
    expect(await clientOf([{ id: 'c1', title: 'Sleep' }]).listConversations()).toEqual({
      items: [{ id: 'c1', title: 'Sleep', createdAt: null, updatedAt: null, pinned: false, archived: false }],
      nextCursor: null,
    })
    expect(await clientOf({ authors: ['NIH', { name: 'CDC', count: 3 }] }).authors()).toEqual([
      { name: 'NIH', count: null },
      { name: 'CDC', count: 3 },
    ])
    const { items } = await clientOf([{ id: 'm1', role: 'user', text: 'Hello?' }]).listMessages('c1')
    expect(items).toMatchObject([{ content: 'Hello?', status: 'complete', images: [], toolContext: null }])
  })

  it('accept prompts as texts, from a server whose prompts have no ids', async () => {
    const options = await clientOf({ system_prompts: ['Be kind.\nBe right.', 7] }).entitlementOptions()
    const prompt = {
      id: 'Be kind.\nBe right.',
      source: 'saved',
      name: 'Be kind.',
      text: 'Be kind.\nBe right.',
    }
    expect(options).toEqual({ models: [], systemPrompts: [prompt] })
  })

  it('leave out the entries that make no sense', async () => {
    const items = [null, 7, { title: 'No id' }, { id: 'c1' }]
    const client = clientOf({ items, next_cursor: 9, account_id: 'a1' })
    expect(await client.listConversations()).toEqual({
      accountId: 'a1',
      items: [{ id: 'c1', title: '', createdAt: null, updatedAt: null, pinned: false, archived: false }],
      nextCursor: '9',
    })
  })

  it('leave out a point without a finite place', async () => {
    const point = { latitude: 1, longitude: 2, count: 3 }
    const { points } = await clientOf({ points: [point, { ...point, latitude: null }] }).geoStats()
    expect(points).toEqual([{ ...point, countryCode: '', country: '', ip: '' }])
  })

  it('refuse an answer that is something else', async () => {
    await expect(clientOf('nothing').listConversations()).rejects.toMatchObject({ code: 'unexpected_answer' })
    await expect(clientOf({ url: 7 }).checkout('p1')).rejects.toMatchObject({ code: 'unexpected_answer' })
  })
})
