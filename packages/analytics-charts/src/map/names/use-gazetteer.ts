import { useEffect, useState } from 'react'
import type * as gazetteerModule from './gazetteer.ts'
import type { FindCity } from './place-name.ts'

/** Positions of names on the map, and the city of a point. */
export type Gazetteer = typeof gazetteerModule

const findNothing: FindCity = () => null

/**
 * Names of places, which are loaded once there is a point: null before, and where they cannot be loaded. Places then have
 * their country and coordinates.
 */
export function useGazetteer(isNeeded: boolean): { gazetteer: Gazetteer | null; findCity: FindCity } {
  const [gazetteer, setGazetteer] = useState<Gazetteer | null>(null)
  useEffect(() => {
    if (isNeeded) void loadGazetteer().then(setGazetteer)
  }, [isNeeded])
  return { gazetteer, findCity: gazetteer?.findCity ?? findNothing }
}

async function loadGazetteer(): Promise<Gazetteer | null> {
  try {
    return await import('./gazetteer.ts')
  } catch {
    return null
  }
}
