import type { createLowlight } from 'lowlight'
import type { CodeToken, HighlightCode } from './code-tokens.ts'

export type { CodeToken, HighlightCode } from './code-tokens.ts'

type Lowlight = ReturnType<typeof createLowlight>
type Highlighted = ReturnType<Lowlight['highlight']>['children'][number]

let loading: Promise<Lowlight> | undefined

/** Highlights code with lowlight, which is loaded with the first code of a page. Supports 37 languages. */
export const highlightCode: HighlightCode = async (code, language) => {
  loading ??= import('lowlight').then((module) => module.createLowlight(module.common))
  const lowlight = await loading
  if (!lowlight.registered(language)) return undefined
  const tokens: CodeToken[] = []
  for (const child of lowlight.highlight(language, code).children) addTokens(tokens, child, undefined)
  return tokens
}

function addTokens(tokens: CodeToken[], node: Highlighted, kind: string | undefined): void {
  if (node.type === 'text') tokens.push({ text: node.value, kind })
  if (node.type !== 'element') return
  const { className } = node.properties
  const [first] = Array.isArray(className) ? className : []
  const inner = typeof first === 'string' ? first.replace(/^hljs-/u, '') : kind
  for (const child of node.children) addTokens(tokens, child, inner)
}
