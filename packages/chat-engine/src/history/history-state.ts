/** Loads of histories that are under way, by conversation. */
export interface HistoryState {
  requests: Map<string, AbortController>
  /** Cursors of the next older pages. */
  cursors: Map<string, string | null>
  loadingOlder: Map<string, Promise<unknown>>
}
