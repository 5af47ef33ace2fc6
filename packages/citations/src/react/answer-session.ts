import type { HighlightCode } from '../code-tokens.ts'
import { isAnswerError } from '../errors.ts'
import type { AnswerContext } from '../markdown/render/answer-dom.ts'
import { AnswerParser } from '../markdown/parse/answer-parser.ts'
import { byNumber, imageRule } from '../markdown/render/answer-renderer.ts'
import { AnswerView } from '../markdown/render/answer-view.ts'
import type { AnswerLabels } from '../markdown/labels.ts'
import { sanitizerOf } from '../markdown/render/sanitizer.ts'
import type { Citation, ProductOptions } from '../model.ts'
import { CodeHighlighter } from './code-highlighter.ts'

/** Rendered state of an answer. */
export interface AnswerState {
  readonly text: string
  readonly done: boolean
  readonly citations: readonly Citation[] | undefined
  readonly products: ProductOptions
  readonly highlight?: HighlightCode | undefined
}

/** Settings that stay the same for the lifetime of an answer. */
export interface AnswerSettings {
  readonly labels: AnswerLabels
  readonly imageHosts: readonly string[]
}

/** Keeps one element showing one answer. */
export class AnswerSession {
  readonly #root: HTMLElement
  readonly #settings: AnswerSettings
  readonly #parser: AnswerParser
  readonly #view: AnswerView
  readonly #highlighter: CodeHighlighter
  #citations: readonly Citation[] | undefined
  #products: ProductOptions

  constructor(root: HTMLElement, settings: AnswerSettings, { citations, products }: AnswerState) {
    const sanitizer = sanitizerOf()
    const context: AnswerContext = {
      document: root.ownerDocument,
      citations: byNumber(citations),
      products,
      labels: settings.labels,
      hasTools: true,
    }
    this.#root = root
    this.#settings = settings
    this.#parser = new AnswerParser(imageRule(settings.imageHosts))
    this.#view = new AnswerView(root, sanitizer, context)
    this.#highlighter = new CodeHighlighter(this.#view)
    this.#citations = citations
    this.#products = products
  }

  /** Returns whether the session was created with the same settings. */
  fits(settings: AnswerSettings): boolean {
    const hosts = this.#settings.imageHosts
    return (
      sameTexts(this.#settings.labels, settings.labels) &&
      hosts.length === settings.imageHosts.length &&
      hosts.every((host, index) => host === settings.imageHosts[index])
    )
  }

  show({ text, done, citations, products, highlight }: AnswerState): void {
    if (citations !== this.#citations || products !== this.#products) {
      this.#citations = citations
      this.#products = products
      this.#view.resolve(byNumber(citations), products)
    }
    try {
      this.#parser.update(text, done)
    } catch (error) {
      if (!isAnswerError(error)) throw error
      // A value that is not a string is shown converted to one.
      this.clear()
      this.#root.textContent = text
      return
    }
    this.#view.show(this.#parser)
    this.#highlighter.update(highlight, this.#parser.stableCount)
  }

  clear(): void {
    this.#view.clear()
  }
}

function sameTexts(a: AnswerLabels, b: AnswerLabels): boolean {
  return (
    a.source === b.source &&
    a.copy === b.copy &&
    a.copied === b.copied &&
    a.code === b.code &&
    a.table === b.table &&
    a.taskDone === b.taskDone &&
    a.taskOpen === b.taskOpen
  )
}
