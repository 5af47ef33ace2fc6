import frame from './figure.module.css'
import type { ChartTexts } from './texts.ts'

/** Toolbar of a chart or map: shows the data table, and downloads CSV and PNG files. */
export function FigureTools({
  title,
  texts,
  asTable,
  onToggle,
  onCsv,
  onPng,
}: {
  title: string
  texts: ChartTexts
  asTable: boolean
  onToggle: () => void
  onCsv: () => void
  /** Left out while there is no picture. */
  onPng: (() => void) | undefined
}) {
  const tool = (text: string, onClick: () => void) => (
    <button type="button" className={frame['tool']} aria-label={`${text}: ${title}`} onClick={onClick}>
      {text}
    </button>
  )
  return (
    <div className={frame['tools']}>
      {tool(asTable ? texts.showChart : texts.showTable, onToggle)}
      {tool(texts.saveCsv, onCsv)}
      {onPng !== undefined && tool(texts.savePng, onPng)}
    </div>
  )
}
