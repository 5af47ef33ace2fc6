import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'

/** One screenshot and what it shows. */
export interface Picture {
  /** Absolute path of the PNG. */
  file: string
  /** The state and viewer whose row it stands in. */
  row: string
  /** Width of the page in CSS pixels. */
  width: number
}

/** Puts a route's pictures on one page, `contact-sheet.html` and `.png`; gives the PNG's path. */
export async function drawContactSheet(
  browser: Browser,
  route: string,
  pictures: readonly Picture[],
  directory: string,
): Promise<string> {
  const rows = [...Map.groupBy(pictures, ({ row }) => row)].map(
    ([row, group]) => `<section><h2>${row}</h2>${group.map(drawPicture).join('\n')}</section>`,
  )
  const html = `<!doctype html><meta charset="utf-8"><title>${route}</title>
<style>
  body { margin: 16px; font: 13px system-ui; background: #777; color: #fff }
  section { display: flex; gap: 12px; align-items: flex-start; margin-block-end: 24px }
  h2 { inline-size: 120px; flex: none; margin: 0; font-size: 16px }
</style>
<h1>${route}</h1>${rows.join('\n')}
`
  const page = path.join(directory, 'contact-sheet.html')
  writeFileSync(page, html)
  const tab = await browser.newPage({ viewport: { width: 2060, height: 800 } })
  await tab.goto(pathToFileURL(page).href)
  const sheet = path.join(directory, 'contact-sheet.png')
  await tab.screenshot({ path: sheet, fullPage: true })
  await tab.close()
  return sheet
}

function drawPicture({ file, width }: Picture): string {
  return `<img src="${path.basename(file)}" width="${Math.round(width / 3)}" alt="">`
}
