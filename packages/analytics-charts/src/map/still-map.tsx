import { useMemo } from 'react'
import type { GeoPoint } from '../geo-points.ts'
import classes from './geo-map.module.css'
import { circleRadius, radiusScale } from './circle-size.ts'
import { worldShapes } from './world.ts'

const WIDTH = 1000
const HEIGHT = 520
/** Degrees of latitude at the upper and the lower edge. */
const NORTH = 84
const SOUTH = -60

/** The same circles on a picture that stands still: for a browser without WebGL, and for print. */
export function StillMap({ points, label }: { points: readonly GeoPoint[]; label: string }) {
  const land = useMemo(() => landPath(), [])
  const scale = radiusScale(points.map(({ count }) => count))
  return (
    <svg className={classes['still']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path className={classes['land']} d={land} />
      {/* Shapes that cross the antimeridian are drawn at both edges. */}
      <path className={classes['land']} d={land} transform={`translate(${-WIDTH} 0)`} />
      {points
        .toSorted((a, b) => b.count - a.count)
        .map(({ latitude, longitude, count }) => (
          <circle
            key={`${latitude} ${longitude}`}
            className={classes['circle']}
            cx={x(longitude)}
            cy={y(latitude)}
            r={circleRadius(count, scale)}
          />
        ))}
    </svg>
  )
}

function landPath(): string {
  return worldShapes()
    .features.flatMap(({ geometry }) =>
      geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
    )
    .map(
      (ring) =>
        `M${ring.map(([longitude = 0, latitude = 0]) => `${x(longitude)} ${y(latitude)}`).join('L')}Z`,
    )
    .join('')
}

function x(longitude: number): number {
  return round(((longitude + 180) / 360) * WIDTH)
}

function y(latitude: number): number {
  return round(((NORTH - latitude) / (NORTH - SOUTH)) * HEIGHT)
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
