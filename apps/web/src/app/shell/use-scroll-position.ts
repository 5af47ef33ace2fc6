import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const storageKey = 'scroll-positions'

/**
 * Shows another page from its top, or from the place that the address names; one that Back, Forward or a reload
 * leads to, from where it was left.
 */
export function useScrollPosition(): void {
  const { key, pathname, hash } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const positions = useRef<Map<string, number>>(null)
  const shownPath = useRef('')

  useLayoutEffect(() => {
    const known = (positions.current ??= readPositions())
    // The first page of each visit to the site has the same key.
    const entry = `${key} ${pathname}`
    const isAnother = shownPath.current !== pathname
    shownPath.current = pathname
    const position = isReturn ? known.get(entry) : undefined
    const place = document.getElementById(decodeHash(hash))
    if (position !== undefined) window.scrollTo(0, position)
    else if (place !== null) place.scrollIntoView()
    else if (isAnother) window.scrollTo(0, 0)

    const remember = () => {
      known.set(entry, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => {
      window.removeEventListener('scroll', remember)
    }
  }, [key, pathname, hash, isReturn])

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const save = () => {
      writePositions(positions.current)
    }
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      window.history.scrollRestoration = 'auto'
    }
  }, [])
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

function readPositions(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    const entries: unknown[] = Array.isArray(stored) ? stored : []
    return new Map(entries.filter(isPosition))
  } catch {
    return new Map()
  }
}

function isPosition(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number'
}

function writePositions(positions: ReadonlyMap<string, number> | null): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...(positions ?? [])]))
  } catch {
    // Without storage a page that is loaded again begins at its top.
  }
}
