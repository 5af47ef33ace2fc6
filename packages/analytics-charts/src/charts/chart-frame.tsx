import { useRef, useState } from 'react'
import type { ChartColors } from '../chart-colors.ts'
import { DrawingFailure, Figure } from '../figure.tsx'
import frame from '../figure.module.css'
import type { Locale } from '../format.ts'
import type { ChartTexts } from '../texts.ts'
import type { CsvCell } from '../csv.ts'
import { useChartColors } from '../use-chart-colors.ts'
import type { ReactNode } from 'react'
import { DataCursor } from './data-cursor.tsx'
import type { ChartContent } from './drawing-settings.ts'
import type { DrawingHandle } from './drawing.tsx'
import { type DrawingCode, loadDrawing, useDrawing } from './use-drawing.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

/** Properties of {@link ChartFrame}. */
export interface ChartFrameProps {
  title: string
  /** The chart in a sentence; '' when it has no data. */
  summary: string
  emptyText: string
  /** In pixels. */
  height: number
  /** Number of items that the arrow keys move through. */
  count: number
  /** True when the items are stacked vertically. @default false */
  vertical?: boolean
  /** An item in words. */
  describe: (index: number) => string
  content: ChartContent
  /** Stands between the title and the data. */
  note?: ReactNode
  /** Stands under the picture: what a mark in it stands for. */
  footnote?: string | false | undefined
  /** Its data: as a table, and as rows to save. */
  table: ReactNode
  rows: () => readonly (readonly CsvCell[])[]
  onPick?: ((index: number) => void) | undefined
  locale: Locale
  texts: ChartTexts
  /** The code that draws. @default the one that all charts of the page share */
  code?: DrawingCode | undefined
}

/** A chart with all that belongs to it: its title, sentence, picture, arrow keys, table, and the files it is saved in. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, summary, emptyText, texts } = props
  const rootRef = useRef<HTMLElement>(null)
  const handleRef = useRef<DrawingHandle>(null)
  const [asTable, setAsTable] = useState(false)
  const colors = useChartColors(rootRef)

  return (
    <Figure
      ref={rootRef}
      title={title}
      texts={texts}
      emptyText={emptyText}
      isEmpty={summary === ''}
      asTable={asTable}
      onToggle={() => {
        setAsTable(!asTable)
      }}
      rows={props.rows}
      head={props.note}
      takePicture={async () => (await handleRef.current?.picture(colors?.surface ?? '')) ?? null}
    >
      {asTable ? props.table : <Picture {...props} colors={colors} handleRef={handleRef} />}
    </Figure>
  )
}

function Picture({
  title,
  summary,
  height,
  count,
  vertical = false,
  describe,
  content,
  footnote,
  table,
  onPick,
  locale,
  texts,
  code: given,
  colors,
  handleRef,
}: ChartFrameProps & { colors: ChartColors | null; handleRef: { current: DrawingHandle | null } }) {
  const shared = useDrawing()
  const animation = !useReducedMotion()
  const code = given ?? shared

  if (code.status === 'failed')
    return <DrawingFailure texts={texts} table={table} onRetry={() => void loadDrawing()} />
  return (
    <>
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
              content={content}
              settings={{ colors, locale, animation, texts }}
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
      {footnote && <p className={frame['footnote']}>{footnote}</p>}
    </>
  )
}
