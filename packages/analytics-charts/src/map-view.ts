/** Lowest zoom level of the map. */
export const LEAST_ZOOM = 2
/** Highest zoom level of the map. */
export const MOST_ZOOM = 7

/** View of a map without points to fit. */
export const defaultMapCenter: Readonly<{ latitude: number; longitude: number }> = {
  latitude: 22,
  longitude: 0,
}

/** A zoom that the map allows, from 2 to 7; 2 for what is no number. */
export function clampZoom(zoom: number): number {
  return Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, Number.isNaN(zoom) ? LEAST_ZOOM : zoom))
}
