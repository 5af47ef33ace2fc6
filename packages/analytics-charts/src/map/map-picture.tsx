import { useEffect, useRef, useState } from 'react'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { ChartColors } from '../chart-colors.ts'
import { DrawingFailure } from '../figure.tsx'
import frame from '../figure.module.css'
import classes from './geo-map.module.css'
import type { MapCanvas, MapCanvasProps } from './map-canvas.tsx'
import type { MapHandle } from './map-handle.ts'
import type { StillMap } from './still-map.tsx'

type Code =
  | { readonly kind: 'waiting' | 'failed' }
  | {
      readonly kind: 'moving'
      readonly Canvas: ComponentType<ComponentProps<typeof MapCanvas>>
      readonly workerUrl: string
    }
  | { readonly kind: 'still'; readonly Still: ComponentType<ComponentProps<typeof StillMap>> }

/** Distance below the viewport at which the map's code starts to load. */
const NEAR = '400px'

/** The map in its place, which is kept from the start: skeleton, moving map, still picture, or the table. */
export function MapPicture({
  label,
  colors,
  loadWorkerUrl,
  table,
  handleRef,
  ...canvas
}: Pick<
  MapCanvasProps,
  'points' | 'styleUrl' | 'animation' | 'locale' | 'texts' | 'gazetteer' | 'findCity' | 'onSelectCountry'
> & {
  label: string
  colors: ChartColors | null
  loadWorkerUrl: () => Promise<string>
  table: ReactNode
  handleRef: { current: MapHandle | null }
}) {
  const { points, texts } = canvas
  const ref = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState<Code>({ kind: 'waiting' })
  const load = useRef(async () => {
    setCode({ kind: 'waiting' })
    setCode(await loadMap(loadWorkerUrl))
  })

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void load.current()
      },
      { rootMargin: NEAR },
    )
    if (ref.current !== null) observer.observe(ref.current)
    return () => {
      observer.disconnect()
    }
  }, [])

  if (code.kind === 'failed')
    return <DrawingFailure texts={texts} table={table} onRetry={() => void load.current()} />
  return (
    <div ref={ref} className={classes['map']}>
      {code.kind === 'moving' && colors !== null && (
        <section aria-label={label} className={classes['moving']}>
          <code.Canvas
            {...canvas}
            colors={colors}
            workerUrl={code.workerUrl}
            onReady={(handle) => {
              handleRef.current = handle
            }}
            onFail={() => {
              handleRef.current = null
              void loadStill().then(setCode)
            }}
          />
        </section>
      )}
      {code.kind === 'still' && (
        <>
          <code.Still points={points} label={label} />
          <p className={classes['note']}>{texts.withoutWebGl}</p>
        </>
      )}
      {code.kind === 'waiting' && <div className={frame['skeleton']} />}
    </div>
  )
}

async function loadMap(loadWorkerUrl: () => Promise<string>): Promise<Code> {
  if (!hasWebGl()) return loadStill()
  try {
    const [{ MapCanvas }, workerUrl] = await Promise.all([import('./map-canvas.tsx'), loadWorkerUrl()])
    return { kind: 'moving', Canvas: MapCanvas, workerUrl }
  } catch {
    return { kind: 'failed' }
  }
}

async function loadStill(): Promise<Code> {
  try {
    const { StillMap } = await import('./still-map.tsx')
    return { kind: 'still', Still: StillMap }
  } catch {
    return { kind: 'failed' }
  }
}

function hasWebGl(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null
}
