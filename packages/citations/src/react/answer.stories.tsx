import type { Meta, Story } from '@org/config/story'
import { highlightCode } from '../highlight.ts'
import { Answer, type AnswerProps } from './answer.tsx'

const citations = [
  {
    number: 1,
    title: 'Magnesium: fact sheet for health professionals',
    url: 'https://example.org/magnesium',
  },
  { number: 2, title: 'Light and sleep', url: 'https://example.org/sleep' },
  { number: 3, title: 'A book without an address' },
]
const products = {
  Magnesium: [{ name: 'Magnesium Glycinate', url: 'https://shop.example.com/magnesium', price: '24.90 EUR' }],
}
const text = `## How much

Adults need **300 to 400 mg** of magnesium a day [1], *most of it* from food [1-2]. ~~More~~ is not better [3].

1. Nuts and seeds
2. Whole grain
   - oats
   - rye

> Talk to a doctor before you take more.

A supplement such as <product>Magnesium</product> can help; so can <product>Melatonin</product>, whose offers are not known yet.
See also [the guideline](https://example.org/guideline).
`
const source = ['button', 'Source 1: Magnesium: fact sheet for health professionals'] as const
const pill = ['button', 'Magnesium'] as const

const meta: Meta<AnswerProps> = {
  title: 'citations/react/Answer',
  component: Answer,
  args: { text, citations, products },
  argTypes: { onCitation: { action: 'onCitation' }, onProduct: { action: 'onProduct' } },
}
export default meta

export const Full: Story<AnswerProps> = {
  parameters: {
    keyboard: [
      {
        on: source,
        keys: ['Enter'],
        does: 'asks for the sources of the marker',
        expect: [{ called: 'onCitation' }],
      },
      {
        on: source,
        keys: ['Escape'],
        does: 'puts away the hint that says where the control leads',
        expect: [{ gone: ['tooltip', ''] }],
      },
      {
        on: pill,
        keys: ['Enter'],
        does: 'asks for the offers of the product',
        expect: [{ called: 'onProduct' }],
      },
    ],
  },
}

export const TableAndTasks: Story<AnswerProps> = {
  args: {
    text: `| Food | mg per 100 g | Remark |
| --- | ---: | --- |
| Pumpkin seeds | 402 | roasted |
| Wheat bran | 490 | |

- [x] Eat nuts
- [ ] Sleep in the dark
`,
  },
}

export const Code: Story<AnswerProps> = {
  args: {
    text: 'Call `doseFor`:\n\n```ts\n// Milligrams a day.\nexport function doseFor(age: number): number {\n  return age < 19 ? 300 : 400\n}\n```\n',
    highlight: highlightCode,
  },
  parameters: { awaits: '[class^="org-code-"]' },
}

export const Thinking: Story<AnswerProps> = {
  args: {
    text: '<details open><summary>Thinking</summary>\n\nThe question has two parts.\nThe first is about an amount.\nThe second is about sleep.\n\n</details>\n\nBetween 300 and 400 mg.',
  },
}

export const Streaming: Story<AnswerProps> = {
  args: {
    streaming: true,
    text: 'Adults need **300 to 400 mg** of magnesium, and **mo',
    citations: undefined,
  },
}

export const BeforeTheSources: Story<AnswerProps> = {
  args: {
    text: 'Adults need 300 to 400 mg [1], such as in <product>Magnesium</product>.',
    citations: undefined,
    products: {},
  },
}

export const Empty: Story<AnswerProps> = {
  args: { text: '', streaming: true },
  parameters: { invisible: true },
}

export const LongText: Story<AnswerProps> = {
  args: {
    text: `# Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz und anderes

https://example.org/${'a-path-without-a-place-to-break-'.repeat(5)} and \`${'code_without_a_place_to_break_'.repeat(4)}\` [1] <product>Magnesium</product>

| ${'A wide column | '.repeat(8)}
| ${'--- | '.repeat(8)}
| ${'some text in it | '.repeat(8)}

\`\`\`
${'one long line of code that goes on and on '.repeat(5)}
\`\`\`
`,
  },
}

export const RightToLeft: Story<AnswerProps> = {
  args: {
    text: '## الكمية\n\nيحتاج البالغون إلى **300 إلى 400 ملغ** من المغنيسيوم يوميا [1].\n\n1. المكسرات\n2. الحبوب الكاملة\n\n> استشر طبيبك.\n\nانظر <product>Magnesium</product>.\n',
  },
  globals: { dir: 'rtl' },
}
