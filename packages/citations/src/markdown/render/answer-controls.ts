import type { Citation, ProductOption, ProductOptions } from '../../model.ts'
import {
  type CitationNode,
  type ElementNode,
  element,
  linkAttributes,
  type ProductNode,
  type TextNode,
} from '../answer-nodes.ts'
import type { AnswerLabels } from '../labels.ts'

/** The citations and products that an answer's markers and tags resolve to. */
export interface KnownControls {
  /** By number; `undefined` as long as the list has not arrived. */
  readonly citations: ReadonlyMap<number, Citation> | undefined
  readonly products: ProductOptions
  readonly labels: AnswerLabels
}

/**
 * Converts a citation marker or a product tag to a control, or a marker to text when no
 * citation of its numbers exists.
 */
export function toControl(node: CitationNode | ProductNode, known: KnownControls): ElementNode | TextNode {
  return node.kind === 'citation' ? citationControl(node, known) : productControl(node, known)
}

/** The options of a product; none as long as they are not known. */
export function productOptions(products: ProductOptions, name: string): readonly ProductOption[] {
  return Object.hasOwn(products, name) ? (products[name] ?? []) : []
}

function citationControl(
  { references, label, raw, href }: CitationNode,
  { citations, labels }: KnownControls,
): ElementNode | TextNode {
  const known = references.filter((number) => citations === undefined || citations.has(number))
  if (known.length === 0) {
    if (href === undefined) return { kind: 'text', text: raw }
    return element('a', linkAttributes(href), [{ kind: 'text', text: `[${label}]` }])
  }
  const sources = known.map((number) => labels.source(number, citations?.get(number)?.title)).join('; ')
  return button('org-citation', label, [
    ['data-refs', known.join()],
    ...(citations === undefined ? [DISABLED] : []),
    // Voice control users speak the visible label: the accessible name must contain it (WCAG 2.5.3).
    ['aria-label', sources.includes(label) ? sources : `${label}: ${sources}`],
  ])
}

// A pill is inert until its options are known.
function productControl({ name, pk }: ProductNode, { products }: KnownControls): ElementNode {
  return button('org-product', name, [
    ...(pk === '' ? [] : [['data-pk', pk] as const]),
    productOptions(products, name).length === 0 ? DISABLED : ['aria-haspopup', 'dialog'],
  ])
}

const DISABLED = ['aria-disabled', 'true'] as const

function button(className: string, text: string, attributes: ElementNode['attributes']): ElementNode {
  return element(
    'button',
    [['type', 'button'], ['class', className], ...attributes],
    [{ kind: 'text', text }],
  )
}
