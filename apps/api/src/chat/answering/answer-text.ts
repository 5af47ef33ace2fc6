import type { AnswerOutcome, ChatEvent, ToolContext } from '@org/api-client/contract'
import type { AnswerDraft, FinishedAnswer } from '../../conversations/message-content.ts'
import type { AnswerJudgement } from '../model/answer-judgement.ts'
import { CitationFilter } from '../model/citation-markers.ts'
import { AnswerTooLong } from '../model/model-answer.ts'
import { productLink } from '../model/product-link.ts'
import { type AnswerPiece, ProductTagFinder } from '../model/product-tags.ts'
import type { TurnSources } from '../model/turn-sources.ts'

/** Facts of an answer besides its text and sources. */
type Evidence = Pick<ToolContext, 'outcome' | 'suggestions' | 'safety' | 'approval'>

/** Options of {@link AnswerText}. */
export interface AnswerTextOptions {
  sources: TurnSources
  maxCharacters: number
  emit: (event: ChatEvent) => void
  /** Called whenever there is more to save. */
  onProgress: (draft: AnswerDraft) => void
  /** Suggests questions below an uncovered answer of a model that suggests none. @default none */
  suggest?: (() => string[]) | undefined
}

/** The text of one answer with its sources: every change is emitted as a stream event and kept as a draft. */
export class AnswerText {
  readonly #options: AnswerTextOptions
  readonly #tags = new ProductTagFinder()
  readonly #markers: CitationFilter
  #content = ''
  #status = ''
  #listed = ''
  #evidence: Evidence = {}
  /** True when the model searched before it answered. */
  searched = false
  /** The built-in model's own judgement of its sources. */
  judgement: AnswerJudgement | undefined

  constructor(options: AnswerTextOptions) {
    this.#options = options
    this.#markers = new CitationFilter((number) => options.sources.has(number))
  }

  get isEmpty(): boolean {
    return this.#content.trim() === ''
  }

  /** Emits a status unless it is the current one; '' ends it. */
  setStatus(next: string): void {
    if (next === this.#status) return
    this.#status = next
    this.#options.emit({ type: 'status', content: next })
  }

  /** Adds evidence to the draft: outcome, suggestions, a safety notice or the review of an approved answer. */
  addEvidence(evidence: Evidence): void {
    this.#evidence = { ...this.#evidence, ...evidence }
  }

  /**
   * Appends text as it is.
   *
   * @throws {AnswerTooLong} when the answer would exceed `maxCharacters`
   */
  write(text: string): void {
    if (text === '') return
    if (this.#content.length + text.length > this.#options.maxCharacters) throw new AnswerTooLong()
    this.#content += text
    this.#options.emit({ type: 'LLM_Response', content: text })
    this.#options.onProgress(this.draft())
  }

  /** Appends a model's text: invented citation numbers are removed, product tags are resolved. */
  writeModelText(text: string): void {
    this.#writeTagged(this.#markers.push(text))
  }

  /** Appends held-back text: the beginning of a marker or a tag that never ended. */
  writeRest(): void {
    this.#writeTagged(this.#markers.end())
    for (const piece of this.#tags.end()) this.#writePiece(piece)
  }

  /** Emits the citations when there was a search and the list has changed. */
  emitSources(): void {
    const { citations } = this.#options.sources
    const list = JSON.stringify(citations)
    if (this.searched && list !== this.#listed) this.#options.emit({ type: 'citations', content: citations })
    this.#listed = list
  }

  /** Keeps the cited sources alone. */
  settleSources(): void {
    this.#options.sources.settle(this.#content, this.judgement !== undefined)
  }

  /** Emits the final sources, the outcome and the suggestions of a complete answer. */
  conclude(): void {
    const { sources, emit, suggest } = this.#options
    this.settleSources()
    this.emitSources()
    const outcome = this.judgement?.outcome ?? outcomeOf(sources)
    const suggestions = this.judgement?.suggestions ?? (outcome === 'uncovered' ? (suggest?.() ?? []) : [])
    this.addEvidence({ outcome, suggestions })
    emit({ type: 'outcome', content: outcome })
    if (suggestions.length > 0) emit({ type: 'suggestions', content: suggestions })
  }

  draft(): AnswerDraft {
    return {
      content: this.#content,
      toolContext: { ...this.#options.sources.toToolContext(), ...this.#evidence },
    }
  }

  end(status: FinishedAnswer['status']): FinishedAnswer {
    return {
      ...this.draft(),
      status,
      inventedCitations: this.#markers.removed,
      searched: this.searched,
    }
  }

  #writeTagged(text: string): void {
    for (const piece of this.#tags.push(text)) this.#writePiece(piece)
  }

  #writePiece(piece: AnswerPiece): void {
    if (piece.type === 'text') {
      this.write(piece.text)
      return
    }
    // A tag for a product that no search returned is only a name.
    const product = this.#options.sources.mention(piece.name)
    this.write(product === undefined ? piece.name : piece.tag)
    if (product === undefined) return
    this.#options.emit({
      type: 'product_update',
      content: { original: piece.tag, replacement: productLink(product) },
    })
  }
}

/** The outcome of a model that gives none of its own: answered only where it names a source or a product. */
function outcomeOf(sources: TurnSources): AnswerOutcome {
  return sources.citations.length > 0 || sources.hasProducts ? 'answered' : 'uncovered'
}
