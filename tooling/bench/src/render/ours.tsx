import { Answer } from '@org/citations/react'
import '@org/citations/styles.css'
import { reactAdapter } from './react-adapter.tsx'

const citations = Array.from({ length: 14 }, (_, index) => ({
  number: index + 1,
  title: `Source ${index + 1}`,
  url: `https://example.org/${index + 1}`,
}))
const products = {}

export const adapter = {
  ...reactAdapter('@org/citations', ({ text, done }) => (
    <Answer text={text} citations={citations} products={products} streaming={!done} />
  )),
  prepare: (text: string): string => text.replaceAll(/\[\[product:([^\]]+)\]\]/gu, '<product>$1</product>'),
}
