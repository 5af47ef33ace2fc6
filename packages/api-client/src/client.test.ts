import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { ApiClient } from './client.ts'
import { routes } from './contract/index.ts'
import type { RouteName } from './contract/index.ts'
import {
  createAccountCalls,
  createSecondFactorCalls,
  createAdminCalls,
  createManagedAccountCalls,
  createApiClient,
  createBillingCalls,
  createChatCalls,
  createContactCalls,
  createApprovedAnswerCalls,
  createEvaluationCalls,
  createSettingsDraftCalls,
  createShareCalls,
  createHandoverCalls,
  createHandoverSettingsCalls,
  createClientRoomCalls,
  createInvitationCalls,
  createMemberCalls,
  createMembershipCalls,
  createContentCalls,
  createConversationCalls,
  createEmbedCalls,
  createHttp,
  createListCalls,
  createGapCalls,
  createOperationCalls,
  createImportCalls,
  createJobCalls,
  createSourceCalls,
  createReviewCalls,
  createSessionCalls,
  createSiteCalls,
  createStatsCalls,
  createOrganisationLoginCalls,
  createOrganisationSignInCalls,
  createOrderCalls,
  createVisitorCalls,
  createApiKeyCalls,
  createWebhookCalls,
  isApiError,
} from './index.ts'
import { json, startServer } from './testing/http-server.ts'
import { approvedDraft, articleDraft, evaluationCase, productDraft } from './testing/content-drafts.ts'
import type { ReceivedRequest } from './testing/http-server.ts'

/** Calls that a browser opens as a plain URL. */
type Address =
  | 'image'
  | 'sharedImage'
  | 'embedPicture'
  | 'exportAccount'
  | 'exportVisitor'
  | 'exportAudit'
  | 'demoOutbox'

const phraseDraft = {
  phrase: 'glimmer stone dare',
  category: 'self_harm',
  severity: 'urgent',
  language: 'en',
  note: '',
} as const
const lineDraft = {
  name: 'Night line',
  phone: '112',
  url: null,
  region: 'US',
  languages: ['en'],
  categories: ['self_harm'],
  hours: '',
  source: 'https://help.example/',
  checked: '2026-11-20',
} as const

const sourceFields = {
  author: 'Kitchen',
  topic: '',
  language: null,
  status: 'draft',
  schedule: 'daily',
} as const

const passkey = { id: 'cred', rawId: 'cred', type: 'public-key', response: { signature: 'sig' } } as const

/** Each call once, with everything that it can say. */
const calls: Record<Exclude<RouteName, Address>, (client: ApiClient) => Promise<unknown>> = {
  me: (client) => client.me(),
  login: (client) => client.login({ email: 'a@example.com', password: 'secret' }),
  logout: (client) => client.logout(),
  signup: (client) => client.signup({ email: 'a@example.com', password: 'a long enough password' }),
  loginLink: (client) => client.loginLink('a@example.com', { returnTo: '/chat?c=1' }),
  resetPassword: (client) => client.resetPassword('a@example.com'),
  updatePassword: (client) => client.updatePassword('a long enough password'),
  authCallback: (client) =>
    client.authCallback({
      accessToken: 'a',
      refreshToken: 'r',
      expiresIn: 3600,
      type: 'recovery',
      confirmed: true,
    }),
  site: (client) => client.site(),
  accountSessions: (client) => client.accountSessions(),
  accountStorage: (client) => client.accountStorage(),
  endAccountSession: (client) => client.endAccountSession('s1'),
  endOtherSessions: (client) => client.endOtherSessions(),
  loginSecondFactor: (client) => client.loginSecondFactor({ code: '123456' }),
  passkeyChallenge: (client) => client.passkeyChallenge(),
  loginPasskey: (client) => client.loginPasskey(passkey),
  proveIdentity: (client) => client.proveIdentity({ password: 'a long enough password' }),
  accountSecondFactor: (client) => client.accountSecondFactor(),
  startTotp: (client) => client.startTotp(),
  confirmTotp: (client) => client.confirmTotp('123456'),
  removeTotp: (client) => client.removeTotp(),
  renewRecoveryCodes: (client) => client.renewRecoveryCodes(),
  passkeyOptions: (client) => client.passkeyOptions(),
  createPasskey: (client) => client.createPasskey(passkey, 'Laptop'),
  removePasskey: (client) => client.removePasskey('p1'),
  deleteAccount: (client) => client.deleteAccount('a long enough password'),
  managedAccounts: (client) =>
    client.managedAccounts({ q: 'a+b@', role: 'user', state: 'disabled', limit: 50, cursor: 'u9' }),
  managedAccount: (client) => client.managedAccount('u1'),
  setAccountRole: (client) => client.setAccountRole('u1', 'client'),
  setAccountDisabled: (client) => client.setAccountDisabled('u1', true),
  resetSecondFactor: (client) => client.resetSecondFactor('u1'),
  endManagedSessions: (client) => client.endManagedSessions('u1'),
  endManagedSession: (client) => client.endManagedSession('u1', 's1'),
  anonStatus: (client) => client.anonStatus({ embedId: 'w1' }),
  listConversations: (client) =>
    client.listConversations({ limit: 20, cursor: 'c/1', q: 'zinc', archived: true }),
  createConversation: (client) => client.createConversation('New chat'),
  getConversation: (client) => client.getConversation('c1'),
  changeConversation: (client) => client.changeConversation('c1', { pinned: true }),
  conversationShare: (client) => client.conversationShare('c1'),
  shareConversation: (client) => client.shareConversation('c1', { messageId: 'm1', days: 7, images: true }),
  listShares: (client) => client.listShares(),
  updateShare: (client) => client.updateShare('s1', { messageId: 'm2', days: 90, images: false }),
  revokeShare: (client) => client.revokeShare('s1'),
  sharedConversation: (client) => client.sharedConversation('token'),
  deleteConversation: (client) => client.deleteConversation('c1'),
  listMessages: (client) => client.listMessages('c1', { limit: 100, cursor: null }),
  importConversations: (client) =>
    client.importConversations([
      {
        title: 'Sleep',
        messages: [{ role: 'user', content: 'Hello?', createdAt: '2026-11-21T09:00:00.000Z' }],
      },
    ]),
  sendFeedback: (client) => client.sendFeedback('m1', 'up', 'Clear'),
  chat: (client) =>
    client.chat({
      text: 'Hello?',
      conversation: [{ role: 'user', content: 'Before' }],
      authors: ['NIH'],
      tools: ['search_knowledge'],
      images: [{ mimeType: 'image/png', data: 'AAAA', name: 'a.png' }],
      conversationId: 'c1',
      embedId: 'w1',
      clientMessageId: '00000000-0000-4000-8000-000000000001',
      parentId: 'm0',
    }),
  resumeStream: (client) => client.resumeStream('s1', { afterSeq: 7 }),
  stopStream: (client) => client.stopStream('s1'),
  authors: (client) => client.authors(),
  tools: (client) => client.tools(),
  billingStatus: (client) => client.billingStatus(),
  billingCatalog: (client) => client.billingCatalog(),
  checkout: (client) => client.checkout('p1'),
  billingPortal: (client) => client.billingPortal(),
  contact: (client) => client.contact({ name: 'A', email: 'a@example.com', message: 'Hello' }),
  productStats: (client) => client.productStats({ from: '2026-11-01', to: '2026-11-21' }),
  subjectStats: (client) => client.subjectStats(),
  geoStats: (client) => client.geoStats(),
  clientWidgets: (client) => client.clientWidgets({ clientId: 'u1' }),
  clientStats: (client) => client.clientStats({ widgets: ['w1', 'w2'], clientId: 'u1', from: '2026-11-01' }),
  adminClients: (client) => client.adminClients(),
  configurators: (client) => client.configurators(),
  saveConfigurator: (client) => client.saveConfigurator({ id: 'w1', name: 'Shop', allowedOrigins: null }),
  deleteConfigurator: (client) => client.deleteConfigurator('w1'),
  setConfiguratorActive: (client) => client.setConfiguratorActive('w1', false),
  configuratorHistory: (client) => client.configuratorHistory('w1'),
  configuratorSightings: (client) => client.configuratorSightings('w1'),
  llmSettings: (client) => client.llmSettings(),
  llmSettingsHistory: (client) => client.llmSettingsHistory({ limit: 5, cursor: 'c' }),
  restoreLlmSettings: (client) => client.restoreLlmSettings({ version: 2, baseVersion: 3 }),
  auditLog: (client) => client.auditLog({ limit: 5, cursor: 'c' }),
  checkAudit: (client) => client.checkAudit(),
  safetyEntries: (client) => client.safetyEntries(),
  saveSafetyPhrase: (client) =>
    client.saveSafetyPhrase({ ...phraseDraft, id: 'p1', version: 2, retired: true }),
  saveSafetyLine: (client) => client.saveSafetyLine({ ...lineDraft, retired: false }),
  trySafety: (client) => client.trySafety({ text: 'Hello', phrase: phraseDraft, id: 'p1' }),
  safetyCounts: (client) => client.safetyCounts({ days: 7 }),
  markSafetySpikeSeen: (client) => client.markSafetySpikeSeen('1'),
  brandSynonyms: (client) => client.brandSynonyms(),
  saveBrandSynonym: (client) =>
    client.saveBrandSynonym({
      term: 'glow',
      synonyms: ['vitamin c'],
      language: 'en',
      clientId: null,
      retired: false,
    }),
  importBrandSynonyms: (client) => client.importBrandSynonyms('glow,vitamin c', null),
  operatorEntryHistory: (client) => client.operatorEntryHistory('e1', { limit: 5, cursor: null }),
  restoreOperatorEntry: (client) => client.restoreOperatorEntry('e1', { version: 1, baseVersion: 3 }),
  answerOpened: (client) => client.answerOpened('a1', { citations: [1, 3], products: ['Zinc'] }),
  reviewList: (client) =>
    client.reviewList({ outcome: 'uncovered', assignee: 'me', q: 'zinc', limit: 50, cursor: 'c' }),
  gapList: (client) =>
    client.gapList({ from: '2026-11-01', to: '2026-11-21', status: 'open', language: 'en', clientId: 'u1' }),
  saveGap: (client) => client.saveGap('g1', 'dismissed'),
  reviewSummary: (client) => client.reviewSummary(),
  saveReview: (client) => client.saveReview('a1', { status: 'good', assignee: null, labels: ['dose'] }),
  searchKnowledge: (client) => client.searchKnowledge({ q: 'zinc', limit: 5, authors: ['NIH'] }),
  approvedAnswers: (client) =>
    client.approvedAnswers({ q: 'zinc', status: 'draft', language: 'en', due: 'expired', limit: 5 }),
  approvedSummary: (client) => client.approvedSummary(),
  approvedDraft: (client) => client.approvedDraft({ gap: '019a0000-0000-7000-8000-000000000001' }),
  approvedSources: (client) => client.approvedSources({ q: 'zinc' }),
  approvedAnswer: (client) => client.approvedAnswer('a1'),
  createApprovedAnswer: (client) => client.createApprovedAnswer({ ...approvedDraft, clientId: null }),
  updateApprovedAnswer: (client) => client.updateApprovedAnswer('a1', { ...approvedDraft, version: 2 }),
  deleteApprovedAnswer: (client) => client.deleteApprovedAnswer('a1'),
  approvedHistory: (client) => client.approvedHistory('a1', { limit: 5, cursor: null }),
  restoreApprovedAnswer: (client) => client.restoreApprovedAnswer('a1', 1, 2),
  articles: (client) =>
    client.articles({
      q: 'zinc',
      status: 'draft',
      language: 'en',
      clientId: 'shared',
      reviewBy: '2026-12-01',
      limit: 5,
    }),
  article: (client) => client.article('a1'),
  createArticle: (client) => client.createArticle({ ...articleDraft, clientId: null }),
  updateArticle: (client) => client.updateArticle('a1', { ...articleDraft, version: 2 }),
  deleteArticle: (client) => client.deleteArticle('a1'),
  previewArticle: (client) =>
    client.previewArticle({ title: articleDraft.title, language: null, body: articleDraft.body }),
  articleHistory: (client) => client.articleHistory('a1', { limit: 5, cursor: null }),
  restoreArticle: (client) => client.restoreArticle('a1', 1, 3),
  products: (client) => client.products({ q: 'zinc' }),
  product: (client) => client.product('p1'),
  createProduct: (client) => client.createProduct({ ...productDraft, clientId: null }),
  updateProduct: (client) => client.updateProduct('p1', { ...productDraft, version: 2 }),
  deleteProduct: (client) => client.deleteProduct('p1'),
  productHistory: (client) => client.productHistory('p1', { limit: 5, cursor: null }),
  restoreProduct: (client) => client.restoreProduct('p1', 1, 3),
  upload: (client) =>
    client.upload([new File(['text'], 'a.md')], {
      author: 'Kitchen',
      topic: '',
      language: null,
      status: 'draft',
      clientId: null,
    }),
  imports: (client) => client.imports({ limit: 10, cursor: null }),
  import: (client) => client.importEvents('i1').next(),
  retryImport: (client) => client.retryImport('i1'),
  sources: (client) => client.sources(),
  createSource: (client) =>
    client.createSource({
      ...sourceFields,
      kind: 'sitemap',
      address: 'https://a.example/sitemap.xml',
      clientId: null,
    }),
  updateSource: (client) => client.updateSource('s1', sourceFields),
  deleteSource: (client) => client.deleteSource('s1'),
  syncSource: (client) => client.syncSource('s1', true),
  settingsDrafts: (client) => client.settingsDrafts({ limit: 10, cursor: null }),
  createSettingsDraft: (client) => client.createSettingsDraft({ name: 'Shorter', temperature: 0.2 }),
  settingsDraft: (client) => client.settingsDraft('d1'),
  updateSettingsDraft: (client) =>
    client.updateSettingsDraft('d1', { version: 2, systemPrompt: 'Be brief.' }),
  deleteSettingsDraft: (client) => client.deleteSettingsDraft('d1', 2),
  publishSettingsDraft: (client) =>
    client.publishSettingsDraft('d1', { version: 2, overrideReason: 'Checked by hand.' }),
  settingsTrials: (client) => client.settingsTrials(),
  startSettingsTrial: (client) => client.startSettingsTrial({ draftId: 'd1', version: 2, share: 10 }),
  stopSettingsTrial: (client) => client.stopSettingsTrial('t1'),
  evaluationCases: (client) => client.evaluationCases({ source: 'review', q: 'zinc', limit: 5 }),
  createEvaluationCase: (client) => client.createEvaluationCase(evaluationCase),
  addReviewedCase: (client) => client.addReviewedCase('a1'),
  addArticleCases: (client) => client.addArticleCases('a1'),
  evaluationCase: (client) => client.evaluationCase('c1'),
  updateEvaluationCase: (client) => client.updateEvaluationCase('c1', { ...evaluationCase, version: 3 }),
  deleteEvaluationCase: (client) => client.deleteEvaluationCase('c1'),
  evaluations: (client) => client.evaluations({ limit: 5 }),
  startEvaluation: (client) => client.startEvaluation({ draftId: 'd1', judge: true }),
  evaluation: (client) => client.evaluation('r1', { show: 'regressed', limit: 5 }),
  cancelEvaluation: (client) => client.cancelEvaluation('r1'),
  outcomeStats: (client) => client.outcomeStats({ from: '2026-11-01', to: '2026-11-21', topic: 'Sleep' }),
  clientOrders: (client) => client.clientOrders({ widgets: ['w1', 'w2'], clientId: 'u1' }),
  deleteOrder: (client) => client.deleteOrder('o1'),
  clientOutcomes: (client) => client.clientOutcomes({ widgets: ['w1', 'w2'], clientId: 'u1' }),
  budgets: (client) => client.budgets(),
  saveBudget: (client) =>
    client.saveBudget({
      scope: 'client',
      subjectId: 'u1',
      amountMicros: 1_000_000,
      alertPercent: 80,
      hardStop: true,
    }),
  deleteBudget: (client) => client.deleteBudget('b/1'),
  modelPrices: (client) => client.modelPrices(),
  saveModelPrices: (client) =>
    client.saveModelPrices({
      currency: 'EUR',
      prices: [{ model: 'large', inputPerMillion: 1, outputPerMillion: 2 }],
    }),
  alerts: (client) => client.alerts({ kind: 'gaps', limit: 10 }),
  markAlertSeen: (client) => client.markAlertSeen('1'),
  retention: (client) => client.retention(),
  previewRetention: (client) =>
    client.previewRetention(null, {
      records: 10,
      texts: 5,
      ratings: null,
      interactions: null,
      figures: null,
    }),
  saveRetention: (client) =>
    client.saveRetention('u1', {
      records: 10,
      texts: null,
      ratings: null,
      interactions: null,
      figures: null,
    }),
  weeklyReport: (client) => client.weeklyReport(),
  saveWeeklyReport: (client) => client.saveWeeklyReport({ enabled: true, weekday: 1, hour: 7 }),
  reportChoice: (client) => client.reportChoice(),
  saveReportChoice: (client) => client.saveReportChoice({ subscribed: true, language: null }),
  jobs: (client) => client.jobs({ state: 'failed', limit: 10 }),
  retryJob: (client) => client.retryJob({ lane: 'uploads', id: 'j1' }),
  saveLlmSettings: (client) =>
    client.saveLlmSettings({ thinkingLines: 5, searchToolSchema: { camelCase: { stays: true } } }),
  debugDecision: (client) => client.debugDecision({ query: 'zinc', tools: ['search_knowledge'] }),
  entitlements: (client) => client.entitlements('a+b@example.com'),
  entitlementOptions: (client) => client.entitlementOptions(),
  saveEntitlements: (client) =>
    client.saveEntitlements({ email: 'a@example.com', mode: 'merge', allowedTools: ['x'] }),
  embedLists: (client) => client.embedLists('w1'),
  reportOrder: (client) =>
    client.reportOrder({
      cfg: 'w1',
      clicks: ['019a0000-0000-4000-8000-000000000001'],
      order: { id: 'A-17', total: 49.9, currency: 'EUR', items: [{ name: 'Magnesium' }] },
    }),
  embedSession: (client) => client.embedSession({ cfg: 'w1', origin: 'https://example.org' }),
  clientRoom: (client) => client.clientRoom(),
  identitySettings: (client) => client.identitySettings(),
  newIdentitySecret: (client) => client.newIdentitySecret({ endPrevious: true }),
  identifiedVisitors: (client) => client.identifiedVisitors({ userId: 'u1' }),
  deleteVisitor: (client) => client.deleteVisitor('v1'),
  apiKeys: (client) => client.apiKeys({ clientId: 'c1' }),
  createApiKey: (client) =>
    client.createApiKey({ name: 'Warehouse', scopes: ['content:read'], expiresInDays: 90 }),
  rotateApiKey: (client) => client.rotateApiKey('k1', 24),
  revokeApiKey: (client) => client.revokeApiKey('k1'),
  members: (client) => client.members({ clientId: '019a0000-0000-7000-8000-000000000001' }),
  saveMemberRole: (client) =>
    client.saveMemberRole('m1', 'reviewer', { clientId: '019a0000-0000-7000-8000-000000000001' }),
  organisationSignIn: (client) =>
    client.organisationSignIn({ clientId: '019a0000-0000-7000-8000-000000000001' }),
  saveOidcConnection: (client) =>
    client.saveOidcConnection({
      issuer: 'https://login.example',
      oauthClientId: 'assistant',
      oauthClientSecret: 'secret',
      scope: 'openid email',
      groupsClaim: 'groups',
      groupRoles: [{ group: 'staff', role: 'editor' }],
      defaultRole: null,
      enforced: false,
    }),
  removeOidcConnection: (client) => client.removeOidcConnection(),
  saveFactorRequirement: (client) => client.saveFactorRequirement(true),
  testOidcConnection: (client) => client.testOidcConnection(),
  addSignInDomain: (client) => client.addSignInDomain('shop.example'),
  verifySignInDomain: (client) => client.verifySignInDomain('d1'),
  removeSignInDomain: (client) => client.removeSignInDomain('d1'),
  confirmSignInDomain: (client) => client.confirmSignInDomain('d1'),
  startOrganisationLogin: (client) =>
    client.startOrganisationLogin({ email: 'ada@shop.example', returnTo: '/client', fresh: true }),
  completeOrganisationLogin: (client) =>
    client.completeOrganisationLogin({ organisation: 'o1', state: 's1', code: 'c1' }),
  removeMember: (client) => client.removeMember('m1'),
  transferOwnership: (client) => client.transferOwnership('m1'),
  leaveOrganisation: (client) => client.leaveOrganisation(),
  inviteMember: (client) =>
    client.inviteMember('a@example.com', 'editor', { clientId: '019a0000-0000-7000-8000-000000000001' }),
  resendMemberInvitation: (client) => client.resendMemberInvitation('i1'),
  revokeMemberInvitation: (client) => client.revokeMemberInvitation('i1'),
  saveOrganisation: (client) => client.saveOrganisation('Brand'),
  organisations: (client) => client.organisations(),
  chooseOrganisation: (client) => client.chooseOrganisation('019a0000-0000-7000-8000-000000000001'),
  previewMemberInvitation: (client) => client.previewMemberInvitation('token'),
  acceptMemberInvitation: (client) =>
    client.acceptMemberInvitation('token', { password: 'a long enough password' }),
  webhooks: (client) => client.webhooks({ clientId: 'c1' }),
  createWebhook: (client) =>
    client.createWebhook({
      url: 'https://shop.example/hook',
      events: ['answer.uncovered'],
      active: true,
    }),
  saveWebhook: (client) =>
    client.saveWebhook('w1', {
      url: 'https://shop.example/hook',
      events: ['content.synced'],
      active: false,
    }),
  deleteWebhook: (client) => client.deleteWebhook('w1'),
  newWebhookSecret: (client) => client.newWebhookSecret('w1'),
  testWebhook: (client) => client.testWebhook('w1'),
  webhookDeliveries: (client) => client.webhookDeliveries('w1', { status: 'failed', clientId: 'c1' }),
  replayWebhook: (client) => client.replayWebhook('w1', 'd1'),
  clientActivity: (client) => client.clientActivity(),
  saveClientAppearance: (client) => client.saveClientAppearance('w1', { version: 2, accent: '#b1004f' }),
  clientInvitations: (client) => client.clientInvitations(),
  inviteClient: (client) => client.inviteClient('ada@example.com'),
  resendInvitation: (client) => client.resendInvitation('i1'),
  revokeInvitation: (client) => client.revokeInvitation('i1'),
  handoverForm: (client) => client.handoverForm('w1'),
  previewHandover: (client) =>
    client.previewHandover({ embedId: 'w1', transcript: [{ role: 'user', text: 'Hello' }] }),
  requestHandover: (client) =>
    client.requestHandover({
      requestId: '01234567-89ab-4def-8123-456789abcdef',
      embedId: 'w1',
      consent: true,
      name: 'Ada',
      email: 'ada@example.com',
      message: 'Please call me.',
      transcript: [{ role: 'user', text: 'Hello' }],
      answerId: 'a1',
    }),
  handoverSettings: (client) => client.handoverSettings('w1'),
  saveHandover: (client) =>
    client.saveHandover('w1', {
      channel: 'email',
      email: 'help@example.com',
      url: '',
      name: 'optional',
      reply: 'required',
      hours: { zone: 'Europe/Berlin', days: [{ from: '09:00', to: '17:00' }, ...Array(6).fill(null)] },
      outside: 'We are back on Monday.',
      redact: false,
      version: 0,
    }),
  newHandoverSecret: (client) => client.newHandoverSecret('w1'),
  testHandover: (client) => client.testHandover('w1'),
  embedLogin: (client) => client.embedLogin('w1', { email: 'a@example.com', password: 'secret' }),
  embedSignup: (client) => client.embedSignup('w1', { email: 'a@example.com', password: 'secret' }),
}

afterEach(() => {
  vi.useRealTimers()
})

describe('every call', () => {
  it.each(Object.entries(calls))('%s sends what the contract asks for', async (name, call) => {
    const route = Object.entries(routes).find(([routeName]) => routeName === name)?.[1]
    if (route === undefined) throw new Error('There is no such route.')
    const { baseUrl, requests } = await startServer(json({}, 418))
    await expect(call(createApiClient({ baseUrl }))).rejects.toMatchObject({ status: 418 })
    const [request] = requests
    const url = new URL(request?.url ?? '', baseUrl)
    const pattern = new RegExp(`^${route.path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u')
    expect(request?.method).toBe(route.method)
    expect(url.pathname).toMatch(pattern)
    const query = 'query' in route ? route.query : z.strictObject({})
    expect(() => query.parse(Object.fromEntries(url.searchParams))).not.toThrow()
    const body = readBody(request)
    const schema = 'request' in route ? route.request : z.strictObject({}).optional()
    expect(schema.parse(body)).toEqual(body)
  })

  it.each(Object.entries(calls))('%s sends credentials', async (_, call) => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({}, { status: 418 })))
    await expect(call(createApiClient({ fetch }))).rejects.toThrow('HTTP 418')
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' })
  })

  it.each(Object.entries(calls))("%s ends with its caller's signal", async (_, call) => {
    const { baseUrl } = await startServer(() => undefined)
    const controller = new AbortController()
    const fetch: typeof globalThis.fetch = (url, init) => {
      queueMicrotask(() => controller.abort())
      return globalThis.fetch(url, init)
    }
    const client = createApiClient({ baseUrl, fetch })
    const withSignal = new Proxy(client, {
      get: (target, name: keyof ApiClient) => {
        const method: (...args: never[]) => unknown = target[name]
        return (...args: never[]) => Reflect.apply(method, target, addSignal(name, args, controller.signal))
      },
    })
    await expect(call(withSignal)).rejects.toMatchObject({ code: 'aborted' })
  })
})

function readBody(request: ReceivedRequest | undefined): unknown {
  const type = request?.headers['content-type']
  if (type === 'application/json') return JSON.parse(request?.body ?? '')
  // Fields of a form with files have a schema of their own.
  if (type === undefined || type.startsWith('multipart/form-data')) return undefined
  return Object.fromEntries(new URLSearchParams(request?.body))
}

/** The arguments of a call with the signal in its options, which come last. */
function addSignal(name: keyof ApiClient, args: unknown[], signal: AbortSignal): unknown[] {
  const optionsFirst = [
    'anonStatus',
    'listConversations',
    'clientWidgets',
    'clientStats',
    'productStats',
    'llmSettingsHistory',
    'auditLog',
    'managedAccounts',
    'searchKnowledge',
    'safetyCounts',
    'reviewList',
    'gapList',
    'outcomeStats',
    'clientOutcomes',
    'clientOrders',
    'alerts',
    'imports',
    'jobs',
    'settingsDrafts',
    'settingsTrials',
    'evaluations',
    'evaluationCases',
    'articles',
    'approvedAnswers',
    'products',
    'apiKeys',
    'webhooks',
    'members',
    'organisationSignIn',
    'startOrganisationLogin',
  ]
  const optionsSecond = [
    'webhookDeliveries',
    'loginLink',
    'listMessages',
    'resumeStream',
    'operatorEntryHistory',
    'approvedHistory',
    'evaluation',
    'articleHistory',
    'productHistory',
    'acceptMemberInvitation',
  ]
  const optionsThird = ['saveMemberRole', 'inviteMember']
  if (optionsFirst.includes(name)) return [{ ...Object(args[0]), signal }]
  if (optionsSecond.includes(name)) return [args[0], { ...Object(args[1]), signal }]
  if (optionsThird.includes(name)) return [args[0], args[1], { ...Object(args[2]), signal }]
  return [...args, { signal }]
}

describe('the session check', () => {
  it('is aborted after 7 s', async () => {
    const { baseUrl } = await startServer(() => undefined)
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(7000)
      return AbortSignal.abort(new DOMException('timeout', 'TimeoutError'))
    })
    await expect(createApiClient({ baseUrl }).me()).rejects.toMatchObject({ code: 'timeout' })
    expect(timeout).toHaveBeenCalledOnce()
  })

  it('treats a non-JSON body as empty', async () => {
    const { baseUrl } = await startServer((response) => response.end('<html>'))
    expect(await createApiClient({ baseUrl }).me()).toEqual({
      authenticated: false,
      role: null,
      email: null,
      organisation: null,
    })
  })

  it('takes any other role for none', async () => {
    const { baseUrl } = await startServer(
      json({ authenticated: true, role: 'owner', email: 'a@example.com' }),
    )
    expect(await createApiClient({ baseUrl }).me()).toEqual({
      authenticated: true,
      role: null,
      email: 'a@example.com',
      organisation: null,
    })
  })
})

describe('a failure', () => {
  async function failureOf(...answer: Parameters<typeof json>) {
    const { baseUrl } = await startServer(json(...answer))
    return createApiClient({ baseUrl })
      .authors()
      .catch((error: unknown) => error)
  }

  it('tells what the server told', async () => {
    const body = { error: 'Too fast.', code: 'rate_limited', detail: { left: 0 }, request_id: 'r1' }
    const error = await failureOf(body, 429, { 'Retry-After': '12' })
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'Too fast.',
      code: 'rate_limited',
      status: 429,
      reason: 'Too fast.',
      detail: { left: 0 },
      retryAfterSeconds: 12,
      requestId: 'r1',
    })
    expect(isApiError(error)).toBe(true)
  })

  it('names the stream of the answer that a conflict is about', async () => {
    const detail = { stream_id: 's1' }
    expect(await failureOf({ error: 'Running.', code: 'conflict', detail }, 409)).toMatchObject({
      code: 'conflict',
      runningStreamId: 's1',
    })
  })

  it('reads {detail}', async () => {
    expect(await failureOf({ detail: 'No such thing.' }, 404)).toMatchObject({
      code: 'not_found',
      reason: 'No such thing.',
    })
  })

  it('knows only the status of a body that is not JSON', async () => {
    const { baseUrl } = await startServer((response) => {
      response.writeHead(502, { 'X-Request-Id': 'r2' })
      response.end('<html>Bad gateway</html>')
    })
    await expect(createApiClient({ baseUrl }).authors()).rejects.toMatchObject({
      message: 'HTTP 502',
      code: 'http',
      status: 502,
      reason: undefined,
      requestId: 'r2',
    })
  })

  it.each([
    { ok: false },
    { error: 'The provider is unreachable.' },
    { ok: true, error: { message: 'The provider is unreachable.' } },
    { ok: false, detail: 'The provider is unreachable.', url: 'https://pay.example', id: 'w1' },
  ])('is a 2xx whose body says so: %j', async (body) => {
    const { baseUrl } = await startServer(json(body))
    const client = createApiClient({ baseUrl })
    const streams = new Set(['chat', 'resumeStream', 'import'])
    const withBody = Object.entries(calls).filter(([name]) => !streams.has(name))
    for (const [name, call] of withBody) {
      const error: unknown = await call(client).catch((thrown: unknown) => thrown)
      const reason =
        Object.keys(body).length === 1 && 'ok' in body ? undefined : 'The provider is unreachable.'
      expect(isApiError(error) ? error : name).toMatchObject({ code: 'http', status: 200, reason })
    }
  })

  it.each([
    ['text/html; charset=utf-8', '<!doctype html><title>Sign in to the Wi-Fi</title>'],
    ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['text/plain', 'upstream connect error'],
    ['application/json', '{"ok": tr'],
  ])('is a 2xx of %s that a proxy made or cut, for every call that changes something', async (type, body) => {
    const { baseUrl } = await startServer((response) => {
      response.setHeader('Content-Type', type)
      response.end(body)
    })
    const client = createApiClient({ baseUrl })
    const taken: string[] = []
    for (const [name, call] of Object.entries(calls)) {
      const error: unknown = await call(client).catch((thrown: unknown) => thrown)
      if (!isApiError(error) || error.code !== 'unexpected_answer') taken.push(name)
    }
    // A session check without JSON counts as signed out.
    expect(taken).toEqual(['me'])
  })

  it('is no redirect to a page: a form of a widget may be answered with one', async () => {
    const { baseUrl } = await startServer((response, { method }) => {
      if (method === 'POST') response.writeHead(303, { Location: '/embed/w1' }).end()
      else response.setHeader('Content-Type', 'text/html').end('<!doctype html>')
    })
    const credentials = { email: 'a@example.com', password: 'secret' }
    await expect(createApiClient({ baseUrl }).embedLogin('w1', credentials)).resolves.toBeUndefined()
  })

  it('is not a 2xx with an empty error', async () => {
    const { baseUrl } = await startServer(json({ ok: true, error: null, authors: [] }))
    const client = createApiClient({ baseUrl })
    expect(await client.authors()).toEqual([])
    await expect(client.stopStream('s1')).resolves.toBeUndefined()
  })

  it('reads a date in Retry-After', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 9) })
    const headers = { 'Retry-After': 'Sat, 21 Nov 2026 09:00:30 GMT' }
    expect(await failureOf({}, 503, headers)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 30 })
    expect(await failureOf({}, 503, { 'Retry-After': 'soon' })).toMatchObject({
      retryAfterSeconds: undefined,
    })
  })

  it('of the network is one, too', async () => {
    const client = createApiClient({ fetch: () => Promise.reject(new TypeError('fetch failed')) })
    await expect(client.authors()).rejects.toMatchObject({ code: 'network', status: undefined })
  })

  it('is told by a guard that survives two copies of the package', () => {
    const other = Object.assign(new Error('x'), { [Symbol.for('org.api-client.error')]: true })
    expect(isApiError(other)).toBe(true)
    expect(isApiError(new Error('x'))).toBe(false)
    expect(isApiError(null)).toBe(false)
  })
})

describe('the options', () => {
  it('asks for a proof of identity where a call needs one, and sends the call again', async () => {
    const answers = [403, 200, 403, 403]
    const sent: string[] = []
    const fetch: typeof globalThis.fetch = (_, init) => {
      sent.push(init?.method ?? 'GET')
      const status = answers.shift() ?? 500
      const body = status === 200 ? { ok: true } : { error: 'Confirm.', code: 'proof_required' }
      return Promise.resolve(Response.json(body, { status }))
    }
    const proofs = [true, false]
    const client = createApiClient({ fetch, onProofRequired: () => Promise.resolve(proofs.shift() ?? true) })
    await client.removeTotp()
    expect(sent).toHaveLength(2)
    // Without a proof the call fails, and is not sent again.
    await expect(client.removeTotp()).rejects.toMatchObject({ code: 'proof_required' })
    expect(sent).toHaveLength(3)
    // A second refusal is final.
    await expect(client.removeTotp()).rejects.toMatchObject({ status: 500 })
    expect(sent).toHaveLength(5)
  })

  it('take an address with a slash at its end, and headers that are asked for at each call', async () => {
    const { baseUrl, requests } = await startServer(json({ tools: [] }))
    let token = 'one'
    const client = createApiClient({
      baseUrl: `${baseUrl}/`,
      headers: () => ({ Authorization: `Bearer ${token}` }),
    })
    await client.tools()
    token = 'two'
    await client.tools()
    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/api/tools', 'Bearer one'],
      ['/api/tools', 'Bearer two'],
    ])
  })

  it('take the time that an answer may need', async () => {
    const { baseUrl } = await startServer(() => undefined)
    await expect(createApiClient({ baseUrl, timeoutMs: 1 }).authors()).rejects.toMatchObject({
      code: 'timeout',
    })
  })

  it('look the platform fetch up at each call', async () => {
    const client = createApiClient()
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({ tools: [] })))
    vi.stubGlobal('fetch', fetch)
    expect(await client.tools()).toEqual([])
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/tools')
  })
})

it("maps an unnamed conversation to null, and back to 'New chat' on the wire", async () => {
  const bodies: unknown[] = []
  const fetch: typeof globalThis.fetch = (_, { body } = {}) => {
    bodies.push(typeof body === 'string' ? JSON.parse(body) : null)
    return Promise.resolve(Response.json({ id: 'c', title: 'New chat' }, { status: 201 }))
  }
  const client = createApiClient({ fetch })
  expect(await client.createConversation(null)).toMatchObject({ id: 'c', title: null })
  await client.createConversation('Mine')
  expect(bodies).toEqual([{ title: 'New chat' }, { title: 'Mine' }])
})

it('makes the calls of each topic alone, too, and they make up the whole client', () => {
  const http = createHttp({ fetch: () => Promise.reject(new TypeError('fetch failed')) })
  const topics = [
    createAccountCalls(http),
    createSecondFactorCalls(http),
    createManagedAccountCalls(http),
    createAdminCalls(http),
    createBillingCalls(http),
    createChatCalls(http),
    createContactCalls(http),
    createApprovedAnswerCalls(http),
    createSettingsDraftCalls(http),
    createShareCalls(http),
    createHandoverCalls(http),
    createHandoverSettingsCalls(http),
    createClientRoomCalls(http),
    createInvitationCalls(http),
    createMemberCalls(http),
    createMembershipCalls(http),
    createOrganisationSignInCalls(http),
    createOrganisationLoginCalls(http),
    createOrderCalls(http),
    createVisitorCalls(http),
    createWebhookCalls(http),
    createApiKeyCalls(http),
    createEvaluationCalls(http),
    createContentCalls(http),
    createConversationCalls(http),
    createEmbedCalls(http),
    createListCalls(http),
    createGapCalls(http),
    createOperationCalls(http),
    createImportCalls(http),
    createJobCalls(http),
    createSourceCalls(http),
    createReviewCalls(http),
    createSessionCalls(http),
    createSiteCalls(http),
    createStatsCalls(http),
  ]
  const names = topics.flatMap((calls) => Object.keys(calls))
  expect(names.toSorted()).toEqual(Object.keys(createApiClient()).toSorted())
  expect(new Set(names).size).toBe(names.length)
})
