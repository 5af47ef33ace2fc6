import { useId, useRef, useState } from 'react'
import type { ChartColors } from '../chart-colors.ts'
import { FigureTools } from '../figure-tools.tsx'
import frame from '../figure.module.css'
import { fileName, saveFile } from '../save-file.ts'
import type { ChartTexts } from '../texts.ts'
import { toCsv } from '../csv.ts'
import type { CsvCell } from '../csv.ts'
import { useChartColors } from '../use-chart-colors.ts'
import type { ReactNode } from 'react'
import colorClasses from '../chart-colors.module.css'
import { DataCursor } from './data-cursor.tsx'
import type { DrawingHandle } from './drawing.tsx'
import type { ChartOption } from './echarts.ts'
import { type DrawingCode, preloadCharts, useDrawing } from './use-drawing.ts'

/** Properties of {@link ChartFrame}. */
export interface ChartFrameProps {
  title: string
  /** The chart in a sentence; '' when it has no data. */
  summary: string
  emptyText: string
  /** In pixels. */
  height: number
  /** How many items the arrow keys move through. */
  count: number
  /** Whether the items stand one below the other. @default false */
  vertical?: boolean
  /** An item in words. */
  describe: (index: number) => string
  /** What is drawn, in the colours in force. */
  option: (colors: ChartColors) => ChartOption
  /** Its data: as a table, and as rows to save. */
  table: ReactNode
  rows: () => readonly (readonly CsvCell[])[]
  onPick?: ((index: number) => void) | undefined
  texts: ChartTexts
  /** The code that draws. @default the one that all charts of the page share */
  code?: DrawingCode | undefined
}

/** A chart with all that belongs to it: its title, sentence, picture, arrow keys, table, and the files it is saved in. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, summary, emptyText, texts } = props
  const titleId = useId()
  const rootRef = useRef<HTMLElement>(null)
  const handleRef = useRef<DrawingHandle>(null)
  const [asTable, setAsTable] = useState(false)
  const [pngFailed, setPngFailed] = useState(false)
  const colors = useChartColors(rootRef)
  const isEmpty = summary === ''

  const savePng = async () => {
    const picture = (await handleRef.current?.picture(colors?.surface ?? '')) ?? null
    setPngFailed(picture === null)
    if (picture !== null) saveFile(fileName(title, 'png'), picture)
  }

  return (
    <figure
      ref={rootRef}
      className={`${colorClasses['colors']} ${frame['figure']}`}
      aria-labelledby={titleId}
    >
      <figcaption className={frame['head']}>
        <h2 id={titleId} className={frame['title']}>
          {title}
        </h2>
        {!isEmpty && (
          <FigureTools
            title={title}
            texts={texts}
            asTable={asTable}
            onToggle={() => {
              setAsTable(!asTable)
            }}
            onCsv={() => {
              saveFile(
                fileName(title, 'csv'),
                new Blob([toCsv(props.rows())], { type: 'text/csv;charset=utf-8' }),
              )
            }}
            onPng={asTable ? undefined : () => void savePng()}
          />
        )}
      </figcaption>
      {pngFailed && (
        <p className={frame['failure']} role="alert">
          {texts.pngFailed}
        </p>
      )}
      {isEmpty && <p className={frame['empty']}>{emptyText}</p>}
      {!isEmpty && asTable && props.table}
      {!isEmpty && !asTable && <Picture {...props} colors={colors} handleRef={handleRef} />}
    </figure>
  )
}

function Picture({
  title,
  summary,
  height,
  count,
  vertical = false,
  describe,
  option,
  table,
  onPick,
  texts,
  code: given,
  colors,
  handleRef,
}: ChartFrameProps & { colors: ChartColors | null; handleRef: { current: DrawingHandle | null } }) {
  const shared = useDrawing()
  const code = given ?? shared

  if (code.status === 'failed') {
    return (
      <>
        <p className={frame['failure']}>
          {texts.drawingFailed}{' '}
          <button type="button" className={frame['tool']} onClick={() => void preloadCharts()}>
            {texts.retry}
          </button>
        </p>
        {table}
      </>
    )
  }
  return (
    <div className={frame['picture']} style={{ blockSize: height }}>
      <DataCursor
        label={`${title}. ${summary}`}
        count={count}
        describe={describe}
        vertical={vertical}
        onMove={(index) => handleRef.current?.point(index)}
        onPick={onPick}
      />
      <div aria-hidden="true" className={frame['canvas']}>
        {code.status === 'ready' && colors !== null ? (
          <code.Drawing
            option={option(colors)}
            height={height}
            onPick={onPick}
            onReady={(handle) => {
              handleRef.current = handle
            }}
          />
        ) : (
          <div className={frame['skeleton']} />
        )}
      </div>
    </div>
  )
}
