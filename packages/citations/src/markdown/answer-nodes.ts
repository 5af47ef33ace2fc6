/** Literal text. The last one of an open block grows in place. */
export interface TextNode {
  readonly kind: 'text'
  text: string
}

/** An element of the answer's own vocabulary, by tag name. */
export interface ElementNode {
  readonly kind: 'element'
  readonly tag: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
  readonly children: AnswerNode[]
}

/** A citation marker; whether it becomes a control depends on the citations that exist. */
export interface CitationNode {
  readonly kind: 'citation'
  readonly references: readonly number[]
  readonly label: string
  /** The marker as written, shown when no citation of its numbers exists. */
  readonly raw: string
  /** Address of a doubled marker, `[[1]](address)`. */
  readonly href: string | undefined
}

/** A product tag. */
export interface ProductNode {
  readonly kind: 'product'
  readonly name: string
  readonly pk: string
}

/** Node of a block of an answer. */
export type AnswerNode = TextNode | ElementNode | CitationNode | ProductNode

/** Makes an element node. */
export function element(
  tag: string,
  attributes: ElementNode['attributes'] = [],
  children: AnswerNode[] = [],
): ElementNode {
  return { kind: 'element', tag, attributes, children }
}

/** Returns whether two nodes are equal except for their children. */
export function isSameShell(a: AnswerNode, b: AnswerNode): boolean {
  if (a.kind === 'text') return b.kind === 'text'
  if (a.kind === 'element')
    return b.kind === 'element' && a.tag === b.tag && sameAttributes(a.attributes, b.attributes)
  if (a.kind === 'product') return b.kind === 'product' && a.pk === b.pk
  return b.kind === 'citation' && a.raw === b.raw && a.href === b.href && a.label === b.label
}

/** The attributes of every link that an answer holds. */
export function linkAttributes(href: string, title?: string): ElementNode['attributes'] {
  return [
    ['href', href],
    ['target', '_blank'],
    ['rel', 'noopener noreferrer nofollow'],
    ...(title === undefined ? [] : [['title', title] as const]),
  ]
}

function sameAttributes(a: ElementNode['attributes'], b: ElementNode['attributes']): boolean {
  return (
    a === b ||
    (a.length === b.length &&
      a.every(([name, value], index) => name === b[index]?.[0] && value === b[index]?.[1]))
  )
}
