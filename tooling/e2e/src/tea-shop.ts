import type { Browser } from 'playwright/test'
import { type HostSite, startHostSite } from './host-page.ts'

/** Three leaflets of a shop: the name of each file, its title, and its text. */
const leaflets: Record<string, readonly [title: string, ...paragraphs: string[]]> = {
  'chamomile.pdf': [
    'Chamomile tea',
    'Steep chamomile tea for five minutes in hot water.',
    'Chamomile tea keeps for two years in a dark tin.',
  ],
  'magnesium.pdf': [
    'Magnesium capsules',
    'Take two magnesium capsules with dinner.',
    'The magnesium capsules contain no gluten.',
  ],
  'returns.pdf': [
    'Returns and delivery',
    'You can return an unopened tea tin within 30 days.',
    'Delivery to Spain takes four working days.',
  ],
}

/** Pages of the shop's site, by their paths. */
const pages: Record<string, readonly [title: string, ...paragraphs: string[]]> = {
  '/teapots': ['Care of teapots', 'Wash a cast iron teapot by hand with warm water and dry it at once.'],
  '/lisbon': [
    'Our shop in Lisbon',
    'The shop in Lisbon opens at nine in the morning from Monday to Saturday.',
  ],
}

/** A question that people ask in the widget, and words of its answer. */
export interface AskedQuestion {
  question: string
  answer: string
}

/** Eight questions that the leaflets and pages answer. */
export const covered: readonly AskedQuestion[] = [
  { question: 'How long do I steep chamomile tea?', answer: 'five minutes' },
  { question: 'How long does chamomile tea keep?', answer: 'two years' },
  { question: 'When should I take the magnesium capsules?', answer: 'with dinner' },
  { question: 'Do the magnesium capsules contain gluten?', answer: 'no gluten' },
  { question: 'Can I return an unopened tea tin?', answer: '30 days' },
  { question: 'How long does delivery to Spain take?', answer: 'four working days' },
  { question: 'How do I wash a cast iron teapot?', answer: 'warm water' },
  { question: 'When does the shop in Lisbon open?', answer: 'nine in the morning' },
]

/** A question that nothing answers until somebody writes an article. */
export const forArticle = 'Does oolong contain caffeine?'

/** A question that nothing answers until somebody approves an answer. */
export const forApproval = 'Do you engrave wooden gift boxes?'

/** Prints the three leaflets as PDFs. */
export async function printLeaflets(
  browser: Browser,
): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> {
  const printer = await browser.newPage()
  const files = []
  for (const [name, [title, ...paragraphs]] of Object.entries(leaflets)) {
    await printer.setContent(document(title, paragraphs))
    files.push({ name, mimeType: 'application/pdf', buffer: await printer.pdf() })
  }
  await printer.close()
  return files
}

/** Starts the shop's site: a sitemap at `/sitemap.xml`, its pages, and `/`, which a story fills with the widget. */
export async function startTeaShop(): Promise<HostSite> {
  const site = await startHostSite()
  const addresses = Object.keys(pages).map((path) => `<url><loc>${site.origin}${path}</loc></url>`)
  site.putFile('/sitemap.xml', {
    type: 'application/xml',
    body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>`,
  })
  for (const [path, [title, ...paragraphs]] of Object.entries(pages))
    site.putFile(path, { type: 'text/html', body: document(title, paragraphs) })
  return site
}

function document(title: string, paragraphs: readonly string[]): string {
  const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><article><h1>${title}</h1>${text}</article></main></body></html>`
}
