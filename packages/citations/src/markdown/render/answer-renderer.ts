import type { WindowLike } from 'dompurify'
import { imageAddress } from '../../addresses.ts'
import type { Citation, ProductOptions } from '../../model.ts'
import { type Given, withDefaults } from '../../with-defaults.ts'
import { type AnswerContext, mountNode } from './answer-dom.ts'
import { AnswerParser, type ParsedBlock } from '../parse/answer-parser.ts'
import { type AnswerLabels, defaultAnswerLabels } from '../labels.ts'
import { type Sanitizer, sanitizerOf } from './sanitizer.ts'

/** Options of the answer renderer. */
export interface AnswerOptions {
  /** The sources. Without them markers are shown but inert. @default null */
  readonly citations?: readonly Citation[] | null | undefined
  /** The options of the products, by name. A pill without options is shown but inert. */
  readonly products?: ProductOptions | undefined
  /**
   * The hosts that images in the text may load from; other images are shown as links.
   *
   * @default []
   */
  readonly imageHosts?: readonly string[] | undefined
  /** @default the English texts */
  readonly labels?: Given<AnswerLabels> | undefined
  /** @default globalThis.window */
  readonly window?: WindowLike | undefined
}

/** One top-level piece of an answer. */
export interface AnswerBlock {
  /** The same for as long as the block exists. */
  readonly key: string
  /** Clean HTML. */
  readonly html: string
  /** True when more text cannot change the block, except for the targets of its references. */
  readonly done: boolean
}

/** Renders an answer while it arrives. */
export interface AnswerRenderer {
  /**
   * Takes the whole text so far, and gives its blocks. A block that has not changed is the same object.
   *
   * @throws {AnswerError} `not_a_string` when `text` is not a string
   */
  update(text: string, state?: { readonly done?: boolean }): readonly AnswerBlock[]
  /** Takes sources and products that have become known, and gives the blocks with them. */
  resolve(known: Pick<AnswerOptions, 'citations' | 'products'>): readonly AnswerBlock[]
}

/**
 * Makes a renderer for one answer. Only the open end of its text is parsed and sanitised again as it grows.
 *
 * @throws {AnswerError} `no_dom` where there is no window
 */
export function createAnswerRenderer(options: AnswerOptions = {}): AnswerRenderer {
  const sanitizer = sanitizerOf(options.window)
  const parser = new AnswerParser(imageRule(options.imageHosts))
  let context = inertContext(sanitizer, options)
  let rendered: { block: ParsedBlock; result: AnswerBlock }[] = []

  const render = (): readonly AnswerBlock[] => {
    rendered = parser.blocks.map((block, index) => {
      const before = rendered[index]
      if (before?.block === block && parser.grown === undefined) return before
      if (before?.block === block && block.done) return before
      return { block, result: lazyBlock(`b${index}`, block, context, sanitizer) }
    })
    return rendered.map(({ result }) => result)
  }
  return {
    update(text, { done = false } = {}) {
      parser.update(text, done)
      return render()
    },
    resolve({ citations, products }) {
      context = { ...context, citations: byNumber(citations), products: products ?? {} }
      rendered = []
      return render()
    },
  }
}

/**
 * Renders a whole answer.
 *
 * @throws {AnswerError} `not_a_string` when `text` is not a string, `no_dom` where there is no window
 */
export function renderAnswer(text: string, options: AnswerOptions = {}): string {
  const blocks = createAnswerRenderer(options).update(text, { done: true })
  return blocks.map(({ html }) => html).join('')
}

/**
 * Cleans HTML with the attributes that answers may hold.
 *
 * @param dirty an HTML text, or an element that is cleaned in place
 * @throws {AnswerError} `not_a_string` for input of another kind, `forbidden_root` when the element itself is
 * not allowed
 */
export function sanitizeAnswer(dirty: unknown, { window }: Pick<AnswerOptions, 'window'> = {}): string {
  return sanitizerOf(window).clean(dirty)
}

/** Citations by their number. */
export function byNumber(
  citations: readonly Citation[] | null | undefined,
): ReadonlyMap<number, Citation> | undefined {
  return citations === undefined || citations === null
    ? undefined
    : new Map(citations.map((citation) => [citation.number, citation]))
}

/** Images in the text of an answer that may load. */
export function imageRule(hosts: readonly string[] = []): (address: string) => boolean {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))
  return (address) => {
    const image = allowed.size === 0 ? undefined : imageAddress(address)
    if (image === undefined || !/^https:/iu.test(image)) return false
    return allowed.has(new URL(image).host)
  }
}

// Built in a document that is not shown, so that nothing loads and no HTML text has to be parsed.
function inertContext(
  { document }: Sanitizer,
  { citations, products = {}, labels }: AnswerOptions,
): AnswerContext {
  return {
    document: document.implementation.createHTMLDocument(''),
    citations: byNumber(citations),
    products,
    labels: withDefaults(defaultAnswerLabels, labels),
    hasTools: false,
  }
}

function lazyBlock(
  key: string,
  block: ParsedBlock,
  context: AnswerContext,
  sanitizer: Sanitizer,
): AnswerBlock {
  let html: string | undefined
  const nodes = block.nodes
  return {
    key,
    done: block.done,
    get html() {
      if (html === undefined) {
        const holder = context.document.createElement('div')
        holder.append(...nodes.map((node) => mountNode(node, context).dom))
        sanitizer.cleanElement(holder)
        html = holder.innerHTML
      }
      return html
    },
  }
}
