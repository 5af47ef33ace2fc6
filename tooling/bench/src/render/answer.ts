import { pick, seededRandom } from '../random.ts'

const words =
  'magnesium glycinate is a well tolerated form that many people take in the evening because it may support muscle recovery sleep quality and a calm nervous system when intake from food is low while studies report mixed results for healthy adults who already reach the recommended daily amount'.split(
    ' ',
  )
const products = ['Magnesium Glycinate', 'Whey Isolate', 'Omega 3', 'Creatine']

/**
 * An answer as models write them, of so many characters: headings, paragraphs with citations, lists, tables,
 * code, links, products as `[[product:Name]]`.
 */
export function answer(length: number, seed = 7): string {
  const writer = createWriter(seed)
  let text = ''
  for (let section = 0; text.length < length; section++) text += writer[section % writer.length]?.() ?? ''
  return text.slice(0, length)
}

function createWriter(seed: number): readonly (() => string)[] {
  const random = seededRandom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const times = (count: number, write: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => write(index)).join('')
  const phrase = (count: number): string => Array.from({ length: count }, () => pick(random, words)).join(' ')
  const citation = (): string => {
    if (random() < 0.7) return ` [${1 + below(12)}]`
    return random() < 0.5 ? ` [${1 + below(5)}-${6 + below(4)}, ${11 + below(3)}]` : ''
  }
  const inline = (): string => {
    const kind = random()
    if (kind < 0.15) return `**${phrase(2)}**`
    if (kind < 0.25) return `*${phrase(2)}*`
    if (kind < 0.33) return `\`${phrase(1)}_mg\``
    if (kind < 0.4) return `[${phrase(3)}](https://example.org/${phrase(1)}/${below(1e4)})`
    if (kind < 0.45) return `[[product:${pick(random, products)}]]`
    return phrase(4)
  }
  const sentence = (): string => {
    const text = phrase(3) + times(4, () => ` ${inline()}`)
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}${citation()}.`
  }
  const paragraph = (sentences: number): string =>
    `${Array.from({ length: sentences }, sentence).join(' ')}\n\n`
  const bullet = (): string =>
    `- **${phrase(2)}**: ${sentence()}\n${random() < 0.3 ? `  - ${phrase(6)}\n` : ''}`
  const row = (index: number): string =>
    `| ${phrase(2)} | ${(1 + below(9)) * 50} mg | ${phrase(4)} | [${1 + index}] |\n`
  const codeLine = (index: number): string =>
    `  const ${pick(random, words)}${index} = Math.round(kg * ${(random() * 9).toFixed(2)}) // ${phrase(4)}\n`
  return [
    () => `## ${phrase(4)}\n\n${paragraph(3)}`,
    () => `${times(5, bullet)}\n`,
    () => paragraph(2),
    () => `| Form | Dose | Notes | Source |\n|---|---:|---|---|\n${times(6, row)}\n`,
    () => `### ${phrase(3)}\n\n${times(5, (index) => `${index + 1}. ${sentence()}\n`)}\n`,
    () =>
      `\`\`\`ts\nexport function dose(kg: number, mgPerKg = 3): number {\n${times(5, codeLine)}  return Math.min(350, kg * mgPerKg)\n}\n\`\`\`\n\n`,
    () => `> ${sentence()}\n\n${paragraph(1)}`,
  ]
}
