import { type ReactNode, type Ref, useId, useState } from 'react'
import colorClasses from './chart-colors.module.css'
import { type CsvCell, toCsv } from './csv.ts'
import { FigureTools } from './figure-tools.tsx'
import frame from './figure.module.css'
import { fileName, saveFile } from './save-file.ts'
import type { ChartTexts } from './texts.ts'

/** A chart or the map with its title, its tools, and a word in the place of data that is not there. */
export function Figure({
  ref,
  title,
  texts,
  emptyText,
  isEmpty,
  asTable,
  onToggle,
  rows,
  takePicture,
  head,
  children,
}: {
  ref: Ref<HTMLElement>
  title: string
  texts: ChartTexts
  emptyText: string
  isEmpty: boolean
  asTable: boolean
  onToggle: () => void
  /** Returns the rows of the CSV download. */
  rows: () => readonly (readonly CsvCell[])[]
  /** Returns the picture of the PNG download; null when nothing is drawn. */
  takePicture: () => Promise<Blob | null>
  /** Stands above the data, and stays where there is none. */
  head?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  const [pngFailed, setPngFailed] = useState(false)

  const saveCsv = () => {
    saveFile(fileName(title, 'csv'), new Blob([toCsv(rows())], { type: 'text/csv;charset=utf-8' }))
  }
  const savePng = async () => {
    const picture = await takePicture()
    setPngFailed(picture === null)
    if (picture !== null) saveFile(fileName(title, 'png'), picture)
  }

  return (
    <figure ref={ref} className={`${colorClasses['colors']} ${frame['figure']}`} aria-labelledby={titleId}>
      <figcaption className={frame['head']}>
        <h2 id={titleId} className={frame['title']}>
          {title}
        </h2>
        {!isEmpty && (
          <FigureTools
            title={title}
            texts={texts}
            asTable={asTable}
            onToggle={onToggle}
            onCsv={saveCsv}
            onPng={asTable ? undefined : () => void savePng()}
          />
        )}
      </figcaption>
      {pngFailed && (
        <p className={frame['failure']} role="alert">
          {texts.pngFailed}
        </p>
      )}
      {head}
      {isEmpty ? <p className={frame['empty']}>{emptyText}</p> : children}
    </figure>
  )
}

/** In the place of a picture whose code could not be loaded: a way to try again, and the table. */
export function DrawingFailure({
  texts,
  table,
  onRetry,
}: {
  texts: ChartTexts
  table: ReactNode
  onRetry: () => void
}) {
  return (
    <>
      <p className={frame['failure']}>
        {texts.drawingFailed}{' '}
        <button type="button" className={frame['tool']} onClick={onRetry}>
          {texts.retry}
        </button>
      </p>
      {table}
    </>
  )
}
