/** A stream cut at the given places. */
export function cutAt<Stream extends Uint8Array | string>(stream: Stream, places: readonly number[]): Stream[]
export function cutAt(stream: Uint8Array | string, places: readonly number[]): (Uint8Array | string)[] {
  const edges = [0, ...places.toSorted((a, b) => a - b), stream.length]
  // Copies, so that `read` may spoil them: a parser must not keep what it was lent.
  return edges.slice(1).map((end, index) => stream.slice(edges[index], end))
}

/**
 * Every way of cutting worth trying: whole, each cut into two, pieces of one and of seven, and for short streams each
 * cut into three.
 */
export function* everyCut(length: number): Generator<number[]> {
  yield []
  for (let place = 0; place <= length; place++) yield [place]
  yield Array.from({ length }, (_, index) => index)
  yield Array.from({ length: Math.ceil(length / 7) }, (_, index) => index * 7)
  if (length > 48) return
  for (let first = 1; first < length; first++) {
    for (let second = first + 1; second < length; second++) yield [first, second]
  }
}
