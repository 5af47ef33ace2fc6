import type { chatRequestSchema } from '@org/api-client/contract'
import type { z } from 'zod'
import type { Language } from '../../languages/say.ts'

/** The validated body of POST /api/chat. */
export type ChatBody = z.output<typeof chatRequestSchema>

/** Settings of one question that override the master settings; its widget and the person's entitlements set them. */
export interface TurnSettings {
  /** Name of the model. */
  model?: string
  /** From 0 to 2. */
  temperature?: number
  systemPrompt?: string
  /** True when the model must search before it answers. @default false */
  mustSearch?: boolean
  /** Added to the addresses of products, as their `ref`. */
  affiliateCode?: string
  /** The client whose articles and products are searched besides the shared ones. @default shared content alone */
  clientId?: string
}

/** A question of the chat with its origin. The limits of its widget and its sender narrow `body` and fill `settings`. */
export interface Question {
  body: ChatBody
  settings: TurnSettings
  /** The client's address. */
  address: string
  /** Id of the visitor of a widget; undefined on the site itself. */
  visitor?: string
  /** True for a question of an operator in a preview of a widget: it is not counted as a visitor's. */
  isPreview?: boolean
  /** The language of the client's pages. */
  language: Language
}
