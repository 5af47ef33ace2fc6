import type { ExpressionSpecification } from 'maplibre-gl'

/** Radius of the circle of the largest count, and of the smallest that is still seen, in pixels. */
const LARGEST = 26
const SMALLEST = 4

/** Pixels of radius for each root of a count: the area of a circle, not its radius, stands for the count. */
export function radiusScale(counts: readonly number[]): number {
  // Not `Math.max(...counts)`: more arguments than the engine's stack holds throw.
  return LARGEST / Math.sqrt(counts.reduce((most, count) => Math.max(most, count), 1))
}

/** Radius of the circle of a count, in pixels: at least 4. */
export function circleRadius(count: number, scale: number): number {
  return Math.max(SMALLEST, scale * Math.sqrt(Math.max(0, count)))
}

/** The radius as an expression of the map, for a place or a cluster of places. A cluster's circle is at most twice the largest. */
export function radiusExpression(scale: number): ExpressionSpecification {
  return ['min', 2 * LARGEST, ['max', SMALLEST, ['*', scale, ['sqrt', ['get', 'count']]]]]
}
