import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { isUnnamed, replaceTitle } from '../../conversations/messages.store.ts'
import { titleFromQuestion } from '../../conversations/conversation-title.ts'
import { makeTitle } from './make-title.ts'

/** Dependencies of naming a conversation. */
export interface NamingOptions {
  db: Db
  userId: string
  conversationId: string
  /** Its first question. */
  question: string
  /** The built-in one is not asked: its titles are made of the question. */
  model: LanguageModelV4
  /** System prompt of the naming model. */
  prompt: string
  log: Logger
}

/**
 * Names a conversation while its first answer arrives. Nobody waits for a model's title: the answer ends with what is
 * there, and a title that comes later takes its place in the list. One that a person has given stays.
 */
export class ConversationNaming {
  readonly conversationId: string
  readonly #options: NamingOptions
  readonly #cancel = new AbortController()
  #isWanted: Promise<boolean> | undefined
  #asked: Promise<void> | undefined
  #title: string | undefined

  constructor(options: NamingOptions) {
    this.conversationId = options.conversationId
    this.#options = options
  }

  /** Asks the model beside the answer. Call it once that has begun, or where one waits for the other it comes second. */
  begin(): void {
    if (this.#options.model.provider === 'local' || this.#asked !== undefined) return
    this.#isWanted = isUnnamed(this.#options.db, this.#options)
    this.#asked = this.#attempt(() => this.#ask())
  }

  /**
   * Names the conversation now.
   *
   * @returns the title, null when it has one; and a promise fulfilled when no other title will follow
   */
  async finish(): Promise<{ title: string | null; settled: Promise<void> }> {
    const { db, question } = this.#options
    const title = this.#title ?? titleFromQuestion(question)
    let isNamed = false
    await this.#attempt(async () => {
      await this.#isWanted
      isNamed = title !== '' && (await replaceTitle(db, this.#options, null, title))
    })
    if (!isNamed) this.cancel()
    const settled = this.#attempt(() => this.#replace(title))
    return { title: isNamed ? title : null, settled }
  }

  /** No title is wanted any more. */
  cancel(): void {
    this.#cancel.abort()
  }

  async #ask(): Promise<void> {
    const { question, model, prompt } = this.#options
    if (!(await this.#isWanted)) return
    this.#title = await makeTitle(model, prompt, question, this.#cancel.signal)
  }

  async #replace(before: string): Promise<void> {
    await this.#asked
    const title = this.#title
    if (title === undefined || title === before || this.#cancel.signal.aborted) return
    await replaceTitle(this.#options.db, this.#options, before, title)
  }

  /** Nothing depends on a name. */
  async #attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      this.#options.log.warn({ error }, 'a conversation was not named')
    }
  }
}
