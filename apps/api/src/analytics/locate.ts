import type { MessageEvent } from './analytics.events.ts'

/** Finds where an address roughly is; null where that is not known. */
export type Locate = (address: string) => MessageEvent['place']

/** For a deployment without a database of places. */
export const locateNothing: Locate = () => null
