import { unwatchFile } from 'node:fs'
import { isIP } from 'node:net'
import { type CityResponse, open } from 'maxmind'
import { StartError } from '../platform/process/start-error.ts'
import type { MessageEvent } from './analytics.events.ts'

/** Finds where an address roughly is; null where that is not known. */
export type Locate = (address: string) => MessageEvent['place']

/** For a deployment without a database of places. */
export const locateNothing: Locate = () => null

/** A database of places that is open. */
export interface GeoIpReader {
  locate: Locate
  close: () => void
}

/**
 * Opens a file in MaxMind's format (`.mmdb`) that has coordinates: one of cities. A new file in its place is taken up
 * while the server runs.
 *
 * @throws {StartError} when there is no such file, or it is none of that format
 */
export async function openGeoIpReader(file: string): Promise<GeoIpReader> {
  const options = { watchForUpdates: true, watchForUpdatesNonPersistent: true }
  const reader = await open<CityResponse>(file, options).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`Cannot read GEO_DATABASE ${file}: ${reason}`, { cause: error })
  })
  return {
    locate(address) {
      if (isIP(address) === 0) return null
      const found = reader.get(address)
      if (found?.location === undefined) return null
      const { latitude, longitude } = found.location
      return { latitude, longitude, countryCode: found.country?.iso_code ?? '' }
    },
    close() {
      unwatchFile(file)
    },
  }
}
