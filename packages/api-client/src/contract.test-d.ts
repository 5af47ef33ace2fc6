import { expectTypeOf } from 'vitest'
import type * as client from './index.ts'
import type * as wire from './contract/index.ts'

type CamelName<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name

/** Converts a wire type to the client's names; optional fields become nullable. */
type Camel<Wire> = Wire extends readonly (infer Item)[]
  ? Camel<Item>[]
  : Wire extends Record<string, unknown>
    ? {
        [Name in keyof Wire as CamelName<Name>]-?: Camel<Exclude<Wire[Name], undefined>> | Absent<Wire[Name]>
      }
    : Wire

type Absent<Field> = undefined extends Field ? null : never

expectTypeOf<Camel<wire.MeResponse>>().toExtend<client.Session>()
expectTypeOf<Camel<wire.LoginResponse>>().toExtend<client.Session>()
expectTypeOf<Camel<wire.Site>>().toExtend<client.Site>()
expectTypeOf<Camel<wire.AccountSession>>().toExtend<client.AccountSession>()
expectTypeOf<Camel<wire.ManagedAccounts>>().toExtend<client.Page<client.ManagedAccount>>()
expectTypeOf<Camel<wire.ManagedAccountDetail>>().toExtend<client.ManagedAccountDetail>()
expectTypeOf<Camel<wire.OrganisationSignIn>>().toExtend<client.OrganisationSignIn>()
expectTypeOf<Camel<wire.Conversation>>().toExtend<client.Conversation>()
expectTypeOf<Camel<wire.ConversationDetail>>().toExtend<client.ConversationDetail>()
expectTypeOf<Camel<wire.ConversationList>>().toExtend<client.Page<client.Conversation>>()
expectTypeOf<Camel<wire.Message>>().toExtend<client.Message>()
expectTypeOf<Camel<wire.MessageList>>().toExtend<client.Page<client.Message>>()
expectTypeOf<Camel<wire.AnonStatus>>().toExtend<client.AnonStatus>()
expectTypeOf<Camel<wire.Author>>().toExtend<client.Author>()
expectTypeOf<Camel<wire.Tool>>().toExtend<client.Tool>()
expectTypeOf<Camel<wire.BillingProduct>>().toExtend<client.BillingProduct>()
expectTypeOf<Camel<wire.BillingStatus>>().toExtend<client.BillingStatus>()
expectTypeOf<Camel<wire.ProductStats>>().toExtend<client.ProductStats>()
expectTypeOf<Camel<wire.SubjectStats>>().toExtend<client.SubjectStats>()
expectTypeOf<Camel<wire.GeoStats>>().toExtend<client.GeoStats>()
expectTypeOf<Camel<wire.ClientStats>>().toExtend<client.ClientStats>()
expectTypeOf<Camel<wire.Widget>>().toExtend<client.Widget>()
expectTypeOf<Camel<wire.Configurator>>().toExtend<client.Configurator>()
expectTypeOf<Camel<wire.Entitlements>>().toExtend<client.Entitlements>()
expectTypeOf<Camel<wire.LlmSettingsHistory>>().toExtend<client.Page<client.LlmSettingsVersion>>()
expectTypeOf<Camel<wire.AuditLog>>().toExtend<client.Page<client.AuditEntry>>()
expectTypeOf<Camel<wire.EntitlementsResponse>>().toExtend<client.EntitlementsAnswer>()
expectTypeOf<Camel<wire.EntitlementOptions>>().toExtend<client.EntitlementOptions>()
expectTypeOf<Camel<wire.IdentitySettings>>().toExtend<client.IdentitySettings>()
expectTypeOf<Camel<wire.VisitorList>>().toExtend<client.Page<client.IdentifiedVisitor>>()
expectTypeOf<Camel<wire.EmbedSession>>().toExtend<client.EmbedSession>()
expectTypeOf<Camel<wire.EmbedLists>['config']>().toExtend<client.EmbedConfig>()

expectTypeOf<Camel<wire.StoredSafetyPhrase>>().toExtend<client.SafetyPhrase>()
expectTypeOf<Camel<wire.StoredSafetyLine>>().toExtend<client.SafetyLine>()
expectTypeOf<Camel<wire.StoredBrandSynonym>>().toExtend<client.BrandSynonym>()
expectTypeOf<Camel<wire.SafetyEntries>>().toExtend<client.SafetyEntries>()
expectTypeOf<Camel<wire.SafetyTryResult>>().toExtend<client.SafetyTry>()
expectTypeOf<Camel<wire.SafetyCounts>>().toExtend<client.SafetyCounts>()
expectTypeOf<Camel<wire.ReviewItem>>().toExtend<client.ReviewItem>()
expectTypeOf<Camel<wire.ReviewSummary>>().toExtend<client.ReviewSummary>()
expectTypeOf<Camel<wire.OutcomeStats>>().toExtend<client.OutcomeStats>()
expectTypeOf<Camel<wire.BudgetList>>().toExtend<client.BudgetList>()
expectTypeOf<Camel<wire.ModelPriceList>>().toExtend<client.ModelPriceList>()
expectTypeOf<Camel<wire.AlertList>>().toExtend<client.AlertPage>()
expectTypeOf<Camel<wire.Retention>>().toExtend<client.Retention>()
expectTypeOf<Camel<wire.WeeklyReport>>().toExtend<client.WeeklyReport>()
expectTypeOf<Camel<wire.ReportChoice>>().toExtend<client.ReportChoice>()
expectTypeOf<Camel<wire.GapList>>().toExtend<client.GapPage>()
expectTypeOf<Camel<wire.KnowledgeSearch>>().toExtend<client.KnowledgeSearch>()
expectTypeOf<Camel<wire.ArticleList>>().toExtend<client.Page<client.ArticleSummary>>()
expectTypeOf<Camel<wire.Article>>().toExtend<client.ContentArticle>()
expectTypeOf<Camel<wire.ArticlePreview>>().toExtend<client.ArticlePreview>()
expectTypeOf<Camel<wire.Product>>().toExtend<client.ContentProduct>()
expectTypeOf<Camel<wire.ContentHistory>>().toExtend<client.Page<client.ContentVersion>>()

// No field of the wire is lost on the way.
expectTypeOf<keyof Camel<wire.Message>>().toEqualTypeOf<keyof client.Message>()
expectTypeOf<keyof Camel<wire.Article>>().toEqualTypeOf<keyof client.ContentArticle>()
expectTypeOf<keyof Camel<wire.Product>>().toEqualTypeOf<keyof client.ContentProduct>()
expectTypeOf<keyof Camel<wire.LlmSettings>>().toEqualTypeOf<keyof client.LlmSettings>()
expectTypeOf<keyof Camel<wire.StoredLlmSettings>>().toEqualTypeOf<keyof client.StoredLlmSettings>()
expectTypeOf<keyof Camel<wire.Configurator>>().toEqualTypeOf<keyof client.Configurator>()
expectTypeOf<keyof Camel<wire.ChatRequest>>().toEqualTypeOf<keyof client.ChatInput>()
expectTypeOf<keyof Camel<wire.DebugDecision>>().toEqualTypeOf<keyof client.DebugDecision>()
