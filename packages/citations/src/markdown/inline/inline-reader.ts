import type { MarkdownIt, Token } from 'markdown-it'
import type { AnswerNode } from '../answer-nodes.ts'
import { completeInline } from './complete-inline.ts'
import { type IsImageAllowed, toInlineNodes } from './inline-nodes.ts'
import { type Lookups, mergeLookups, type ReferenceTable } from '../reference-table.ts'
import { beginsWith } from '../source-lines.ts'

interface ReadInline {
  readonly source: string
  readonly nodes: AnswerNode[]
  readonly lookups: Lookups | undefined
}

interface CachedInline extends ReadInline {
  /** The beginning that nothing to come can change, of a text that was completed. */
  readonly settled: ReadInline | undefined
}

const NOTHING: ReadInline = { source: '', nodes: [], lookups: undefined }
// Never equal to a source that is not completed.
const COMPLETED = '\0'

/** Reads the inline texts of the open end of an answer, each again only when it has changed. */
export class InlineReader {
  readonly #md: MarkdownIt
  readonly #references: ReferenceTable
  readonly #isImageAllowed: IsImageAllowed
  #before: CachedInline[] = []
  #inlines: CachedInline[] = []

  /** True when the completed text ends as its source does. */
  isLiteralEnd = false

  constructor(md: MarkdownIt, references: ReferenceTable, isImageAllowed: IsImageAllowed) {
    this.#md = md
    this.#references = references
    this.#isImageAllowed = isImageAllowed
  }

  /** Begins to read the texts of the open end, from the first one. */
  begin(): void {
    this.#before = this.#inlines
    this.#inlines = []
    this.isLiteralEnd = false
  }

  /** The nodes of the next text; the one that the answer ends with is completed. */
  read(source: string, isCompleted: boolean): AnswerNode[] {
    const cached = this.#before[this.#inlines.length]
    const isKept = cached?.source === source && this.#references.isCurrent(cached.lookups)
    let inline: CachedInline
    if (isCompleted) inline = this.#complete(source, cached?.settled)
    else inline = isKept ? cached : { ...this.#record(source), settled: undefined }
    this.#inlines.push(inline)
    return inline.nodes
  }

  /** The nodes of a text, with nothing remembered. */
  parse(source: string): AnswerNode[] {
    if (source === '') return []
    const tokens: Token[] = []
    this.#md.inline.parse(source, this.#md, { references: this.#references.view }, tokens)
    return toInlineNodes(tokens, this.#isImageAllowed)
  }

  /** The beginning of the first text that nothing to come can change, of a text that was completed. */
  get settled(): string | undefined {
    return this.#inlines[0]?.settled?.source
  }

  /** Goes on with a first text whose settled beginning is written otherwise from now on. */
  renameSettled(source: string): void {
    const [inline] = this.#inlines
    this.#inlines =
      inline?.settled === undefined ? [] : [{ ...inline, settled: { ...inline.settled, source } }]
  }

  /** Forgets every text. */
  forget(): void {
    this.#inlines = []
  }

  // Only what is not settled yet is completed and parsed again.
  #complete(source: string, before: ReadInline | undefined): CachedInline {
    const isKept =
      before !== undefined && beginsWith(source, before.source) && this.#references.isCurrent(before.lookups)
    let settled = isKept ? before : NOTHING
    const rest = source.slice(settled.source.length)
    const { text, isLiteralEnd, settled: length } = completeInline(rest)
    if (length > 0) settled = this.#extend(settled, rest.slice(0, length))
    const { nodes, lookups } = this.#record(text.slice(length))
    this.isLiteralEnd = isLiteralEnd
    return {
      source: COMPLETED,
      nodes: settled.nodes.concat(nodes),
      lookups: mergeLookups(settled.lookups, lookups),
      settled,
    }
  }

  #extend({ source, nodes, lookups }: ReadInline, added: string): ReadInline {
    const read = this.#record(added)
    return {
      source: source + added,
      nodes: nodes.concat(read.nodes),
      lookups: mergeLookups(lookups, read.lookups),
    }
  }

  #record(source: string): ReadInline {
    const { result: nodes, lookups } = this.#references.record(() => this.parse(source))
    return { source, nodes, lookups }
  }
}
