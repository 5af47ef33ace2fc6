import { ImagePlus } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent, type ReactNode, type Ref } from 'react'
import { classNames } from '../../base/class-names.ts'
import classes from './composer-drop-zone.module.css'

/** A part of the page on which files may be dropped. */
export interface DropZoneProps {
  /** Takes the dropped files, of whatever kind. Absent: nothing is taken. */
  onDrop?: ((files: File[]) => void) | undefined
  className?: string | undefined
  ref?: Ref<HTMLDivElement> | undefined
  /** @default 'Drop images here' */
  label?: string | undefined
  children: ReactNode
}

/**
 * Accepts files dropped anywhere on it, and shows a hint while they are dragged over it. A file that misses it is
 * kept from opening in the place of the page, and of what is being written there.
 */
export function DropZone({ onDrop, className, ref, label = 'Drop images here', children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  // A drag enters and leaves each element on its way: the page is left when as many were left as entered.
  const depth = useRef(0)

  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])

  const move = (event: DragEvent, by: number): void => {
    if (onDrop === undefined || !event.dataTransfer.types.includes('Files')) return
    depth.current = Math.max(0, depth.current + by)
    setIsOver(depth.current > 0)
  }

  return (
    <div
      ref={ref}
      className={classNames(classes['zone'], className)}
      onDragEnter={(event) => move(event, 1)}
      onDragLeave={(event) => move(event, -1)}
      onDrop={(event) => {
        depth.current = 0
        setIsOver(false)
        const isTaken = event.defaultPrevented
        if (isTaken || onDrop === undefined || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        onDrop([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && (
        <p className={classes['target']}>
          <ImagePlus aria-hidden="true" />
          {label}
        </p>
      )}
    </div>
  )
}
