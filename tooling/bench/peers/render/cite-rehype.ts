interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

const pattern = /\[\[product:([^\]]+)\]\]|\[(\d+(?:\s*[-,]\s*\d+)*)\]/g
const verbatim = new Set(['code', 'pre', 'a'])

/** `[1-3, 5]` and `[[product:Name]]` as buttons, for what builds on rehype. */
export function cite(): (tree: Node) => void {
  return replaceIn
}

function replaceIn(node: Node): void {
  if (node.children === undefined) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'element' && !verbatim.has(child.tagName ?? '')) replaceIn(child)
    return child.type === 'text' && child.value?.includes('[') === true ? parts(child.value) : [child]
  })
}

function parts(value: string): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const match of value.matchAll(pattern)) {
    const [all, product, references = ''] = match
    if (match.index > end) nodes.push(text(value.slice(end, match.index)))
    nodes.push(
      product === undefined
        ? button({ className: ['cite'], dataRefs: references }, references)
        : button({ className: ['pill'], dataPk: product }, product),
    )
    end = match.index + all.length
  }
  if (end < value.length) nodes.push(text(value.slice(end)))
  return nodes
}

function text(value: string): Node {
  return { type: 'text', value }
}

function button(properties: Record<string, unknown>, label: string): Node {
  return { type: 'element', tagName: 'button', properties, children: [text(label)] }
}
